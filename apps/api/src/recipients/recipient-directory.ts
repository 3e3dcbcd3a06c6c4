import {
  isSameDisplayId,
  recipientOf,
  whyNoFineHere,
  whyNotRechargeable,
  SITE_SOURCE,
  type Account,
  type AccountSource,
  type DisplayId,
  type RechargeRefusal,
  type Recipient,
  type AccountId,
  type BanNotice,
} from '@jawhara/domain';
import { accountByDisplayId } from '../accounts/account.store.ts';
import type { Db } from '../platform/postgres.ts';

/** Why an account is looked up. For a fine a banned account is found even if it could not receive gems. */
type LookupPurpose = 'topup' | 'fine';

interface RecipientLookup {
  readonly displayId: DisplayId;
  readonly purpose: LookupPurpose;
}

/**
 * The answer to a look-up. A banned account is found, with its name and picture; any other refusal contains neither.
 * `not-reachable` says nothing about the account: the visitor may try again.
 */
export type RecipientAnswer =
  | { readonly kind: 'found'; readonly recipient: Recipient; readonly isBanned: boolean }
  | { readonly kind: 'refused'; readonly refusal: Exclude<RechargeRefusal, 'banned'> }
  | { readonly kind: 'not-reachable' };

/** The port that looks up a recipient by display id: the exact id, one id at a time, after our own limits on look-ups. */
export interface RecipientDirectory {
  findRecipient(lookup: RecipientLookup): Promise<RecipientAnswer>;
}

const REFUSAL_FOR = {
  topup: whyNotRechargeable,
  fine: whyNoFineHere,
} as const satisfies Record<LookupPurpose, (account: Account, site: AccountSource) => RechargeRefusal | null>;

export function ownRecipients(db: Db): RecipientDirectory {
  return {
    async findRecipient({ displayId, purpose }) {
      const account = await accountByDisplayId(db, displayId);
      if (!account || !isSameDisplayId(displayId, account.displayId))
        return { kind: 'refused', refusal: 'not-found' };
      const refusal = REFUSAL_FOR[purpose](account, SITE_SOURCE);
      if (refusal !== null && refusal !== 'banned') return { kind: 'refused', refusal };
      return { kind: 'found', recipient: recipientOf(account), isBanned: account.status === 'banned' };
    },
  };
}

type RecipientFound =
  | { readonly kind: 'found'; readonly recipient: Recipient }
  | { readonly kind: 'banned'; readonly recipient: Recipient; readonly ban: BanNotice | null }
  | Exclude<RecipientAnswer, { kind: 'found' }>;

/**
 * Looks up a recipient. A banned account is returned with its name, so that a payer sees for whom the fine is; any
 * other refusal has only a reason.
 */
export async function findRecipient(
  recipients: RecipientDirectory,
  displayId: DisplayId,
  banOf: (accountId: AccountId) => Promise<BanNotice | null>,
): Promise<RecipientFound> {
  const found = await recipients.findRecipient({ displayId, purpose: 'topup' });
  if (found.kind !== 'found') return found;
  const { recipient, isBanned } = found;
  if (!isBanned) return { kind: 'found', recipient };
  return { kind: 'banned', recipient, ban: await banOf(recipient.accountId) };
}
