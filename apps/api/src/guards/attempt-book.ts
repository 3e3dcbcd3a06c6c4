import type { AttemptCounts, ShieldEvidence, ShieldSubject } from '@jawhara/domain';

/** One attempt to pay by card, and what it is counted by. */
export interface Attempt {
  readonly id: string;
  readonly subjects: Readonly<Record<ShieldSubject, string>>;
}

/** Where attempts are counted. */
export interface AttemptBook {
  /** Writes the attempt down and answers what was known before it, in one step. */
  enter(attempt: Attempt, atMs: number): Promise<ShieldEvidence>;
  /** It never reached a provider. */
  strike(attempt: Attempt): Promise<void>;
  /** It was paid. */
  prove(attemptId: string, atMs: number): Promise<void>;
  /** A card of this prefix was declined. */
  declined(cardPrefix: string, atMs: number): Promise<void>;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const ATTEMPTS_KEPT_MAX = 2_000;

interface Entry extends Attempt {
  readonly atMs: number;
  isProven: boolean;
}

/** For as long as Redis is away: this instance counts for itself and remembers little. */
export function memoryBook(): AttemptBook {
  let entries: Entry[] = [];
  const count = (all: readonly Entry[]): AttemptCounts => ({
    attempts: all.length,
    unproven: all.filter((entry) => !entry.isProven).length,
  });

  return {
    async enter(attempt, atMs) {
      entries = entries.filter((entry) => entry.atMs > atMs - DAY_MS).slice(-ATTEMPTS_KEPT_MAX);
      const historyOf = (subject: ShieldSubject) => {
        const day = entries.filter((entry) => entry.subjects[subject] === attempt.subjects[subject]);
        const latest = day.at(-1);
        return {
          lastHour: count(day.filter((entry) => entry.atMs > atMs - HOUR_MS)),
          lastDay: count(day),
          idleMs: latest === undefined ? null : atMs - latest.atMs,
        };
      };
      const subjects = {
        device: historyOf('device'),
        address: historyOf('address'),
        recipient: historyOf('recipient'),
      };
      entries.push({ ...attempt, atMs, isProven: false });
      return { subjects, isProvenDevice: false, isPrefixUnderAttack: false };
    },
    async strike({ id }) {
      entries = entries.filter((entry) => entry.id !== id);
    },
    async prove(attemptId) {
      const entry = entries.find(({ id }) => id === attemptId);
      if (entry) entry.isProven = true;
    },
    async declined() {},
  };
}
