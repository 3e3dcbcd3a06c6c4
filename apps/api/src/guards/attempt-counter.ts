import type { AttemptCounts, AttemptEvidence, AttemptSubject, SubjectHistory } from '@jawhara/domain';
import { networksOf } from './networks.ts';

/** An attempt to pay by card: who makes it, from where, for whom. */
export interface CardAttempt {
  readonly id: string;
  readonly subjects: Readonly<Record<'device' | 'address' | 'recipient', string>>;
}

/** The same by what it is counted by. */
export interface CountedAttempt {
  readonly id: string;
  readonly subjects: CardAttempt['subjects'] & { readonly site?: string };
}

export function countedBy({ id, subjects: { device, address, recipient } }: CardAttempt): CountedAttempt {
  const networks = networksOf(address);
  return {
    id,
    subjects: {
      device,
      address: networks.address,
      ...(networks.site === null ? {} : { site: networks.site }),
      recipient,
    },
  };
}

export function subjectsOf({ subjects }: CountedAttempt): [AttemptSubject, string][] {
  return Object.entries(subjects) as [AttemptSubject, string][];
}

/** Where attempts are counted. */
export interface AttemptCounter {
  /** Writes the attempt down and answers what was known before it, in one step. */
  enter(attempt: CountedAttempt, atMs: number): Promise<AttemptEvidence>;
  /** It never reached a provider. */
  release(attempt: CountedAttempt): Promise<void>;
  /** It was paid. */
  prove(attemptId: string, atMs: number): Promise<void>;
  /** A card of this prefix was declined. */
  declined(cardPrefix: string, atMs: number): Promise<void>;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const ATTEMPTS_KEPT_MAX = 2_000;

interface Entry extends CountedAttempt {
  readonly atMs: number;
  isProven: boolean;
}

/** For as long as Redis is away: this instance counts for itself and remembers little. */
export function memoryAttemptCounter(): AttemptCounter {
  let entries: Entry[] = [];
  const count = (all: readonly Entry[]): AttemptCounts => ({
    attempts: all.length,
    unproven: all.filter((entry) => !entry.isProven).length,
  });

  return {
    async enter(attempt, atMs) {
      entries = entries.filter((entry) => entry.atMs > atMs - DAY_MS).slice(-ATTEMPTS_KEPT_MAX);
      const historyOf = (subject: AttemptSubject, who: string): SubjectHistory => {
        const day = entries.filter((entry) => entry.subjects[subject] === who);
        const latest = day.at(-1);
        return {
          lastHour: count(day.filter((entry) => entry.atMs > atMs - HOUR_MS)),
          lastDay: count(day),
          idleMs: latest === undefined ? null : atMs - latest.atMs,
        };
      };
      const subjects = Object.fromEntries(
        subjectsOf(attempt).map(([subject, who]) => [subject, historyOf(subject, who)]),
      );
      entries.push({ ...attempt, atMs, isProven: false });
      return { subjects, isProvenDevice: false, isPrefixUnderAttack: false };
    },
    async release({ id }) {
      entries = entries.filter((entry) => entry.id !== id);
    },
    async prove(attemptId) {
      const entry = entries.find(({ id }) => id === attemptId);
      if (entry) entry.isProven = true;
    },
    async declined() {},
  };
}
