import { RECIPIENT_HISTORY_MAX, type AccountId } from '@jawhara/domain';
import { storedConfirmedRecipients } from './stored-recipients.ts';

/** Their face was seen and said yes to, or they were paid for. */
export function confirmRecipient(id: AccountId): void {
  const others = (storedConfirmedRecipients.read() ?? []).filter((known) => known !== id);
  storedConfirmedRecipients.write([id, ...others].slice(0, RECIPIENT_HISTORY_MAX));
}
