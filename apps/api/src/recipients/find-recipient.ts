import {
  isIdAskedFor,
  recipientOf,
  whyNotRechargeable,
  SITE_SOURCE,
  type Account,
  type BanTold,
  type DisplayId,
  type RechargeRefusal,
  type Recipient,
} from '@jawhara/domain';
import { accountByDisplayId } from '../accounts/account.store.ts';
import type { Db } from '../platform/postgres.ts';

export type RecipientFound =
  | { readonly kind: 'found'; readonly recipient: Recipient }
  | { readonly kind: 'banned'; readonly recipient: Recipient; readonly ban: BanTold | null }
  | { readonly kind: 'refused'; readonly refusal: Exclude<RechargeRefusal, 'banned'> };

/** A banned account is shown with its name, so that its owner sees whom the fine is for; every other refusal says only why. */
export async function findRecipient(
  db: Db,
  displayId: DisplayId,
  banOf: (account: Account) => Promise<BanTold | null>,
): Promise<RecipientFound> {
  const account = await accountByDisplayId(db, displayId);
  if (!account || !isIdAskedFor(displayId, account.displayId)) {
    return { kind: 'refused', refusal: 'not-found' };
  }
  const refusal = whyNotRechargeable(account, SITE_SOURCE);
  if (refusal === 'banned') {
    return { kind: 'banned', recipient: recipientOf(account), ban: await banOf(account) };
  }
  if (refusal) return { kind: 'refused', refusal };
  return { kind: 'found', recipient: recipientOf(account) };
}
