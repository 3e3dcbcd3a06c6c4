import { OTHER_PROVIDER_AFTER_MS, PAYMENT_RECEIVED_FOR_MS } from '../limits.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

const CHECKED_FOR_MS = 20 * SECOND_MS;
/** An order can be this old when a page first polls it, because the payer was at the bank. An older order was polled before. */
const BANK_STEP_MS = 3 * MINUTE_MS;
const WAIT_IS_LONG_AFTER_MS = 10 * MINUTE_MS;

/** received, checking: the page has just begun to poll. pending: the bank is slow. long: the payer need not stay. */
export type WaitingStage = 'received' | 'checking' | 'pending' | 'long';

export interface WaitingFacts {
  /** How long this page has shown the order as undecided. */
  readonly lookedMs: number;
  /** How old the order is. */
  readonly ageMs: number;
}

/** The stage of waiting to show: a payer who comes back to an old order is not promised seconds. */
export function waitingStage({ lookedMs, ageMs }: WaitingFacts): WaitingStage {
  if (ageMs >= WAIT_IS_LONG_AFTER_MS) return 'long';
  if (lookedMs >= CHECKED_FOR_MS || ageMs >= BANK_STEP_MS) return 'pending';
  return lookedMs < PAYMENT_RECEIVED_FOR_MS ? 'received' : 'checking';
}

/** The sentence about another provider and its button appear together. The server decides whether one may be tried. */
export function isOtherProviderDue({ lookedMs, ageMs }: WaitingFacts): boolean {
  return Math.max(lookedMs, ageMs) >= OTHER_PROVIDER_AFTER_MS;
}
