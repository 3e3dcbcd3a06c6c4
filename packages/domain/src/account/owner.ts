import type { AccountId } from './account.ts';

/** Of a row: the device it was made on, and the account that was signed in then. Of a caller: the device, and who is signed in now. */
export interface Owner {
  readonly device: string;
  readonly accountId: AccountId | null;
}

/**
 * A row of an account is that account's on whatever device, and of no one else who uses the device it was made on. A row without an
 * account is its device's, whoever is signed in there.
 */
export function isOwnedBy(row: Owner, caller: Owner): boolean {
  return row.accountId === null ? row.device === caller.device : row.accountId === caller.accountId;
}
