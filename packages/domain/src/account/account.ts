import type { Brand } from '../brand.ts';
import type { DisplayId } from '../recipient/display-id.ts';

/** An account's internal number, on the wire `uid` or `to_uid`. */
export type AccountId = Brand<number, 'AccountId'>;

export function accountId(value: number): AccountId {
  if (!Number.isSafeInteger(value) || value <= 0) throw new RangeError(`not an account id: ${value}`);
  return value as AccountId;
}

export const ACCOUNT_STATUS_CODES = {
  normal: 0,
  deactivated: 1,
  banned: 2,
  'not-existing': 3,
  deactivating: 4,
  'source-mismatch': 5,
} as const;

export type AccountStatus = keyof typeof ACCOUNT_STATUS_CODES;

/** Which of the two apps an account belongs to; the number is the wire's `source`. */
export const ACCOUNT_SOURCE_CODES = { social: 1, ludo: 4 } as const;

export type AccountSource = keyof typeof ACCOUNT_SOURCE_CODES;

/** The app whose accounts this site recharges. */
export const SITE_SOURCE: AccountSource = 'social';

export interface Account {
  readonly id: AccountId;
  readonly displayId: DisplayId;
  readonly nickname: string;
  readonly iconUrl: string | null;
  readonly status: AccountStatus;
  readonly isGuest: boolean;
  readonly source: AccountSource;
}

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
