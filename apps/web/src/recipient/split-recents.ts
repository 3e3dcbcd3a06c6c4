import type { Recipient } from '@jawhara/domain';
import type { PaidRecipient } from '../host/stored-paid-recipients.ts';

export interface Recents {
  readonly previous: readonly Recipient[];
  readonly lookedUp: readonly Recipient[];
}

/** Whoever was paid for from here, and whoever was only looked at; each in the order in which they were chosen. */
export function splitRecents(history: readonly Recipient[], paid: readonly PaidRecipient[]): Recents {
  const isPaid = (known: Recipient): boolean => paid.some(({ accountId }) => accountId === known.accountId);
  return { previous: history.filter(isPaid), lookedUp: history.filter((known) => !isPaid(known)) };
}
