import { savedMeant, sorted, type Recipient } from '@jawhara/domain';
import { useQuery } from '../api/use-query.ts';
import type { Barred } from './ask-barred.ts';

const NOBODY_BARRED: Barred = new Map();

/** Asked each time a list of people is shown: what was so at the last visit need not be so now. Unknown is nobody. */
export function useBarred(people: readonly Recipient[]): Barred {
  const ids = people.map(({ accountId }) => accountId);
  const key = ids.length === 0 ? null : `barred ${sorted(ids, (a, b) => a - b).join()}`;
  const ask = async () => (await import('./ask-barred.ts')).askBarred(ids);
  return useQuery<Barred>(key, ask, 0).value ?? NOBODY_BARRED;
}

/** What a payer is asked about a new face. */
export type RecipientQuestion =
  | { readonly kind: 'is-it-them'; readonly recipient: Recipient }
  /** One slip of the finger away from somebody they know. */
  | { readonly kind: 'did-you-mean'; readonly recipient: Recipient; readonly saved: Recipient };

/** Nobody is suggested who may not be recharged any more. */
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
