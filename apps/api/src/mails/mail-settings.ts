import type { SmtpServer } from '../platform/smtp.ts';
import type { MailKeys } from './address-seal.ts';

/** Settings of a shop that sends mail. */
export interface MailSettings {
  readonly keys: MailKeys;
  readonly server: SmtpServer;
  readonly sender: string;
  /** Read by people. */
  readonly replyTo: string;
  /** Mail that cannot be delivered comes back to addresses of this domain. */
  readonly returnDomain: string;
  /** Who may hand in mail that came back. */
  readonly returnsKey: string;
}
