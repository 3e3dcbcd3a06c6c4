import type { BatchPart } from '@jawhara/contract';
import { BATCH_PARTS_MAX } from '@jawhara/domain';

export interface OutboxParts {
  /** False when no answer came, so that the batch is worth another try. Never throws. */
  readonly send: (parts: readonly BatchPart[]) => Promise<boolean>;
  /** Sends even if the page closes; false if the browser does not accept the batch. */
  readonly sendLeaving: (parts: readonly BatchPart[]) => boolean;
  /** Schedules the work; returns a function that cancels it. */
  readonly later: (work: () => void, ms: number) => () => void;
  readonly sendsAtOnce: () => boolean;
  readonly isOnline: () => boolean;
}

export interface Outbox {
  readonly put: (part: BatchPart) => void;
  /**
   * Passes the waiting events to the browser when the page may be closing. `isUnloading`: also the batch being sent, which
   * ends with the page.
   */
  readonly leave: (isUnloading: boolean) => void;
  readonly clear: () => void;
}

/** Long enough for the events of one step to go in one batch. */
export const BATCH_AFTER_MS = 2_000;
/** The first pause before a retry; doubled with each try. */
export const AGAIN_AFTER_MS = 15_000;
/** The first try and three retries (WAL-09). */
export const TRIES_MAX = 4;
/** Room for a report of the page's load times, which may be 50 events, and for others. */
export const WAITING_MAX = 150;

/** Our server reads at most 64 kB, and a browser sends at most as much for a closing page; Arabic letters are two bytes each. */
const BATCH_CHARACTERS_MAX = 25_000;

/** How many waiting events go in the next batch: at least one, however long it is. */
function batchLength(waiting: readonly BatchPart[]): number {
  let characters = 0;
  const next = waiting.slice(0, BATCH_PARTS_MAX).findIndex((part) => {
    characters += JSON.stringify(part).length;
    return characters > BATCH_CHARACTERS_MAX;
  });
  return next === -1 ? Math.min(waiting.length, BATCH_PARTS_MAX) : Math.max(next, 1);
}

/**
 * Queue of events to send. Sends one batch at a time: however slow the server is, it occupies one connection of the browser and
 * never that of a payment. A batch without an answer is dropped after a few tries, and past the limit the oldest events are.
 */
export function createOutbox({ send, sendLeaving, later, sendsAtOnce, isOnline }: OutboxParts): Outbox {
  let waiting: BatchPart[] = [];
  let sending: readonly BatchPart[] = [];
  let tries = 0;
  let takeBack: (() => void) | null = null;

  function sendIn(ms: number): void {
    if (takeBack !== null || sending.length > 0 || waiting.length === 0) return;
    takeBack = later(() => void sendNext(), ms);
  }

  async function sendNext(): Promise<void> {
    takeBack?.();
    takeBack = null;
    if (sending.length > 0 || waiting.length === 0) return;
    // Without a network nothing is tried, so no try is used up.
    if (!isOnline()) return sendIn(AGAIN_AFTER_MS);
    const batch = waiting.splice(0, batchLength(waiting));
    sending = batch;
    const isSent = await send(batch);
    // False if `leave` has handed the batch to the browser meanwhile.
    const isOurs = sending === batch;
    sending = [];
    tries = isSent ? 0 : tries + 1;
    const isTriedAgain = !isSent && isOurs && tries < TRIES_MAX;
    if (isTriedAgain) waiting = [...batch, ...waiting].slice(-WAITING_MAX);
    else tries = 0;
    sendIn(isTriedAgain ? AGAIN_AFTER_MS * 2 ** (tries - 1) : sendsAtOnce() ? 0 : BATCH_AFTER_MS);
  }

  return {
    put(part) {
      waiting.push(part);
      if (waiting.length > WAITING_MAX) waiting.shift();
      // If the last batch got no answer, a full batch waits as long as any other.
      if (tries === 0 && (sendsAtOnce() || waiting.length >= BATCH_PARTS_MAX)) void sendNext();
      else sendIn(BATCH_AFTER_MS);
    },
    leave(isUnloading) {
      if (isUnloading && sending.length > 0) {
        waiting = [...sending, ...waiting];
        sending = [];
      }
      while (waiting.length > 0) {
        const length = batchLength(waiting);
        if (!sendLeaving(waiting.slice(0, length))) return;
        waiting.splice(0, length);
      }
    },
    clear() {
      waiting = [];
    },
  };
}
