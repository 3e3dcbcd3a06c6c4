import type { Account, AccountId, AccountSource, AccountStatus } from '../account/account.ts';
import type { DisplayId } from './display-id.ts';

export interface Recipient {
  readonly accountId: AccountId;
  readonly displayId: DisplayId;
  readonly nickname: string;
  readonly iconUrl: string | null;
}

export const RECHARGE_REFUSALS = [
  'guest',
  'banned',
  'deactivated',
  'being-cancelled',
  'not-found',
  'source-mismatch',
  'ludo-account',
] as const;

export type RechargeRefusal = (typeof RECHARGE_REFUSALS)[number];

const REFUSAL_BY_STATUS = {
  normal: null,
  deactivated: 'deactivated',
  banned: 'banned',
  'not-existing': 'not-found',
  deactivating: 'being-cancelled',
  'source-mismatch': 'source-mismatch',
} as const satisfies Record<AccountStatus, RechargeRefusal | null>;

/** Why an account with this status gets no gems, if only its status is known. */
export function refusalOfStatus(status: AccountStatus): RechargeRefusal | null {
  return REFUSAL_BY_STATUS[status];
}

/** Why no gems can be bought for this account on this app's site; null if they can. */
export function whyNotRechargeable(account: Account, siteSource: AccountSource): RechargeRefusal | null {
  const byStatus = refusalOfStatus(account.status);
  if (byStatus) return byStatus;
  if (account.isGuest) return 'guest';
  if (account.source === siteSource) return null;
  return account.source === 'ludo' ? 'ludo-account' : 'source-mismatch';
}

export function recipientOf(account: Account): Recipient {
  return {
    accountId: account.id,
    displayId: account.displayId,
    nickname: account.nickname,
    iconUrl: account.iconUrl,
  };
}

/** The state of the recipient section: a field for an id, earlier recipients, or a chosen one with a way to change it. */
export type RecipientMode = 'enter' | 'list' | 'switch';

/** The state of the recipient section before the visitor has pressed anything there. */
export function recipientModeOf(known: {
  readonly hasRecipient: boolean;
  readonly hasHistory: boolean;
}): RecipientMode {
  if (known.hasRecipient) return 'switch';
  return known.hasHistory ? 'list' : 'enter';
}
