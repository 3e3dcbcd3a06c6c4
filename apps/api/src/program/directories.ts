import { ownAccounts, type AccountDirectory } from '../accounts/account-directory.ts';
import { ownBans, type BanDirectory } from '../penalties/ban-directory.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { ownRecipients, type RecipientDirectory } from '../recipients/recipient-directory.ts';

/** The ports to accounts, recipients and bans. An app that stores them itself is connected here. */
export interface Directories {
  readonly accounts: AccountDirectory;
  readonly recipients: RecipientDirectory;
  readonly bans: BanDirectory;
}

/** Our own tables, which are reachable whenever the database is. */
export function ownDirectories(db: Db, now: Clock): Directories {
  return { accounts: ownAccounts(db), recipients: ownRecipients(db), bans: ownBans(db, now) };
}
