import type { AccountId, BanNotice, DisplayId, Recipient } from '@jawhara/domain';
import type { RecipientAnswer, RecipientDirectory } from './recipient-directory.ts';

export type RecipientFound =
  | { readonly kind: 'found'; readonly recipient: Recipient }
  | { readonly kind: 'banned'; readonly recipient: Recipient; readonly ban: BanNotice | null }
  | Exclude<RecipientAnswer, { kind: 'found' }>;

/**
 * A banned account is returned with its name, so that a payer sees whom the fine is for; every other refusal has only a
 * reason.
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
