import { savedMeant, sorted, type AccountId, type Recipient } from '@jawhara/domain';
import { useQuery } from '../api/query-cache.ts';
import type { Barred } from './refusal-parts.ts';
import { askBarred } from './late-refusals.ts';

const NOBODY_BARRED: ReadonlyMap<AccountId, string> = new Map();

/**
 * Fetched each time a list of recipients is shown, because a recipient may have been barred since. Without an answer none is
 * barred.
 */
export function useBarred(people: readonly Recipient[]): Barred {
  const ids = people.map(({ accountId }) => accountId);
  const key = ids.length === 0 ? null : `barred ${sorted(ids, (a, b) => a - b).join()}`;
  return useQuery<Barred>(key, () => askBarred(ids), 0).value ?? NOBODY_BARRED;
}

export type RecipientQuestion =
  | { readonly kind: 'is-it-them'; readonly recipient: Recipient }
  /** The id is one typing slip away from that of a saved recipient. */
  | { readonly kind: 'did-you-mean'; readonly recipient: Recipient; readonly saved: Recipient };

/** The question about a recipient before paying. A saved recipient who may no longer be recharged is not suggested. */
export function recipientQuestion(
  recipient: Recipient,
  history: readonly Recipient[],
  barred: Barred = NOBODY_BARRED,
): RecipientQuestion {
  const others = history.filter(
    ({ accountId }) => accountId !== recipient.accountId && !barred.has(accountId),
  );
  const meant = savedMeant(
    recipient.displayId,
    others.map(({ displayId }) => displayId),
  );
  const saved = others.find(({ displayId }) => displayId === meant);
  return saved === undefined ? { kind: 'is-it-them', recipient } : { kind: 'did-you-mean', recipient, saved };
}
