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

/**
 * Who owns a stored row, such as an order or a card: the device that created it, and the account signed in then. Of a caller: its
 * device, and the account signed in now.
 */
export interface Owner {
  readonly device: string;
  readonly accountId: AccountId | null;
}

/**
 * A row with an account belongs to that account on every device, and not to others who use the device that created it. A row
 * without an account belongs to its device, whoever is signed in there.
 */
export function isOwnedBy(row: Owner, caller: Owner): boolean {
  return row.accountId === null ? row.device === caller.device : row.accountId === caller.accountId;
}
