import { savedMeant, type Recipient } from '@jawhara/domain';
import type { Barred } from './ask-barred.ts';

const NOBODY: Barred = new Map();

/** What a payer is asked about a new face. */
export type RecipientQuestion =
  | { readonly kind: 'is-it-them'; readonly recipient: Recipient }
  /** One slip of the finger away from somebody they know. */
  | { readonly kind: 'did-you-mean'; readonly recipient: Recipient; readonly saved: Recipient };

/** Nobody is suggested who may not be recharged any more. */
export function recipientQuestion(
  recipient: Recipient,
  history: readonly Recipient[],
  barred: Barred = NOBODY,
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
