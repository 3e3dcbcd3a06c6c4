import {
  isIdAskedFor,
  recipientOf,
  whyNotRechargeable,
  type Account,
  type AccountSource,
  type DisplayId,
  type Recipient,
  type RechargeRefusal,
} from '@jawhara/domain';
import { accountByDisplayId } from '../accounts/account.store.ts';
import type { Db } from '../platform/postgres.ts';

/** This site sells for the social app. */
export const SITE_SOURCE: AccountSource = 'social';

export type RecipientFound =
  | { readonly kind: 'found'; readonly recipient: Recipient }
  | { readonly kind: 'refused'; readonly refusal: RechargeRefusal; readonly recipient: Recipient | null };

/** A banned account is shown with its name, so that its owner sees whom the fine is for; every other refusal says only why. */
function refusedFace(account: Account, refusal: RechargeRefusal): Recipient | null {
  return refusal === 'banned' ? recipientOf(account) : null;
}

export async function findRecipient(db: Db, displayId: DisplayId): Promise<RecipientFound> {
  const account = await accountByDisplayId(db, displayId);
  if (!account || !isIdAskedFor(displayId, account.displayId)) {
    return { kind: 'refused', refusal: 'not-found', recipient: null };
  }
  const refusal = whyNotRechargeable(account, SITE_SOURCE);
  if (refusal) return { kind: 'refused', refusal, recipient: refusedFace(account, refusal) };
  return { kind: 'found', recipient: recipientOf(account) };
}
