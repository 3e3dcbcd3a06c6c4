const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

const CHECKED_FOR_MS = 20 * SECOND_MS;
/** An order is as old as its payer's step at the bank before anybody looks; one that is older than that was looked for before. */
const BANK_STEP_MS = 3 * MINUTE_MS;
const WAIT_IS_LONG_AFTER_MS = 10 * MINUTE_MS;

/** checking: somebody has just begun to look. pending: the bank takes its time. long: nobody need stay and watch. */
export type WaitingStage = 'checking' | 'pending' | 'long';

export interface WaitingFacts {
  /** For how long this page has looked. */
  readonly lookedMs: number;
  /** How old the order is. */
  readonly ageMs: number;
}

/** How the wait for a result may be told: who comes back to an old order is not promised seconds. */
export function waitingStage({ lookedMs, ageMs }: WaitingFacts): WaitingStage {
  if (ageMs >= WAIT_IS_LONG_AFTER_MS) return 'long';
  return lookedMs < CHECKED_FOR_MS && ageMs < BANK_STEP_MS ? 'checking' : 'pending';
}
