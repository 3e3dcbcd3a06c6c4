import { savedMeant, type Recipient } from '@jawhara/domain';

/** What a payer is asked about a new face. */
export type RecipientQuestion =
  | { readonly kind: 'is-it-them'; readonly recipient: Recipient }
  /** One slip of the finger away from somebody they know. */
  | { readonly kind: 'did-you-mean'; readonly recipient: Recipient; readonly saved: Recipient };

export function recipientQuestion(recipient: Recipient, history: readonly Recipient[]): RecipientQuestion {
  const others = history.filter(({ accountId }) => accountId !== recipient.accountId);
  const meant = savedMeant(
    recipient.displayId,
    others.map(({ displayId }) => displayId),
  );
  const saved = others.find(({ displayId }) => displayId === meant);
  return saved === undefined ? { kind: 'is-it-them', recipient } : { kind: 'did-you-mean', recipient, saved };
}
