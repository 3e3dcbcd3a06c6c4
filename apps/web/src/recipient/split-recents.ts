import { sorted, type AccountId, type Recipient } from '@jawhara/domain';
import type { PaidRecipient } from '../browser/storage/recipients.ts';

export interface Recents {
  readonly previous: readonly Recipient[];
  readonly lookedUp: readonly Recipient[];
}

/** Whoever was paid for, newest first, and whoever was only looked at, as they were chosen; whoever is signed in leads theirs. */
export function splitRecents(
  history: readonly Recipient[],
  paid: readonly PaidRecipient[],
  self: AccountId | null,
): Recents {
  const placeOf = (known: Recipient): number =>
    known.accountId === self ? -1 : paid.findIndex(({ accountId }) => accountId === known.accountId);
  const isPaid = (known: Recipient): boolean => paid.some(({ accountId }) => accountId === known.accountId);
  const isSelf = (known: Recipient): number => Number(known.accountId === self);
  return {
    previous: sorted(history.filter(isPaid), (a, b) => placeOf(a) - placeOf(b)),
    lookedUp: sorted(
      history.filter((known) => !isPaid(known)),
      (a, b) => isSelf(b) - isSelf(a),
    ),
  };
}
