import {
  PREFIX_DECLINES_PER_HOUR_MAX,
  type AttemptCounts,
  type AttemptEvidence,
  type AttemptSubject,
  type SubjectHistory,
} from '@jawhara/domain';
import type { Redis } from '../platform/redis.ts';
import { networksOf } from './networks.ts';

/** An attempt to pay by card, with the device, the address and the recipient by which it is counted. */
export interface CardAttempt {
  readonly id: string;
  readonly subjects: Readonly<Record<'device' | 'address' | 'recipient', string>>;
}

/** A card attempt with everything by which it is counted: an IPv6 attempt also by the /48 network (`site`). */
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

function subjectsOf({ subjects }: CountedAttempt): [AttemptSubject, string][] {
  return Object.entries(subjects) as [AttemptSubject, string][];
}

/** Counts card attempts. */
export interface AttemptCounter {
  /** Records the attempt and returns the counts before it, in one step. */
  enter(attempt: CountedAttempt, atMs: number): Promise<AttemptEvidence>;
  /** Called when nothing of the attempt was sent to a provider. */
  release(attempt: CountedAttempt): Promise<void>;
  /** Called when the attempt was paid. */
  prove(attemptId: string, atMs: number): Promise<void>;
  /** Called when a card with these first digits was declined. */
  declined(cardPrefix: string, atMs: number): Promise<void>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const STORED_ATTEMPTS_MAX = 2_000;

interface Entry extends CountedAttempt {
  readonly atMs: number;
  isProven: boolean;
}

/** Counts in this process while Redis does not answer: each process counts alone, with little memory. */
export function memoryAttemptCounter(): AttemptCounter {
  let entries: Entry[] = [];
  const count = (all: readonly Entry[]): AttemptCounts => ({
    attempts: all.length,
    unproven: all.filter((entry) => !entry.isProven).length,
  });

  return {
    async enter(attempt, atMs) {
      entries = entries.filter((entry) => entry.atMs > atMs - DAY_MS).slice(-STORED_ATTEMPTS_MAX);
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

/** A device is trusted if its first payment is older than a day: a stolen card that was accepted just now proves nothing. */
const PROVEN_AFTER_MS = DAY_MS;
const PROVEN_FOR_MS = 90 * DAY_MS;

const COMMANDS_PER_SUBJECT = 11;

const attemptsKey = (subject: AttemptSubject, who: string) => `shield:attempts:${subject}:${who}`;
const unprovenKey = (subject: AttemptSubject, who: string) => `shield:unproven:${subject}:${who}`;
const orderKey = (id: string) => `shield:order:${id}`;
const provenKey = (device: string) => `shield:proven:${device}`;
const prefixKey = (prefix: string) => `shield:prefix:${prefix}`;
const PREFIX_ATTACKED = 'shield:prefix-under-attack';

/** Commands that read the counts and then record the attempt. Redis runs them together, as one transaction. */
function entry(redis: Redis, attempt: CountedAttempt, atMs: number): ReturnType<Redis['multi']> {
  const multi = redis.multi();
  for (const [subject, who] of subjectsOf(attempt)) {
    const [all, open] = [attemptsKey(subject, who), unprovenKey(subject, who)];
    multi
      .zremrangebyscore(all, '-inf', atMs - DAY_MS)
      .zremrangebyscore(open, '-inf', atMs - DAY_MS)
      .zcount(all, `(${atMs - HOUR_MS}`, '+inf')
      .zcount(open, `(${atMs - HOUR_MS}`, '+inf')
      .zcard(all)
      .zcard(open)
      .zrange(all, '-1', '-1', 'WITHSCORES')
      .zadd(all, atMs, attempt.id)
      .zadd(open, atMs, attempt.id)
      .pexpire(all, DAY_MS)
      .pexpire(open, DAY_MS);
  }
  return multi
    .get(provenKey(attempt.subjects.device))
    .exists(PREFIX_ATTACKED)
    .set(orderKey(attempt.id), JSON.stringify(attempt.subjects), 'PX', DAY_MS);
}

function evidenceIn(answers: readonly unknown[], attempt: CountedAttempt, atMs: number): AttemptEvidence {
  const historyAt = (at: number): SubjectHistory => {
    const latest = (answers[at + 6] as string[])[1];
    return {
      lastHour: { attempts: Number(answers[at + 2]), unproven: Number(answers[at + 3]) },
      lastDay: { attempts: Number(answers[at + 4]), unproven: Number(answers[at + 5]) },
      idleMs: latest === undefined ? null : atMs - Number(latest),
    };
  };
  const subjects = subjectsOf(attempt);
  const rest = subjects.length * COMMANDS_PER_SUBJECT;
  const paidFirst = answers[rest] as string | null;
  return {
    subjects: Object.fromEntries(
      subjects.map(([subject], i) => [subject, historyAt(i * COMMANDS_PER_SUBJECT)]),
    ),
    isProvenDevice: paidFirst !== null && atMs - Number(paidFirst) >= PROVEN_AFTER_MS,
    isPrefixUnderAttack: answers[rest + 1] === 1,
  };
}

/** Counts in Redis, for all processes together. Each subject has two sorted sets: all its attempts, and those not paid. */
export function redisAttemptCounter(
  redis: Redis,
  onPrefixAttacked: (prefix: string) => void,
): AttemptCounter {
  return {
    async enter(attempt, atMs) {
      const answers = ((await entry(redis, attempt, atMs).exec()) ?? []).map(([error, value]) => {
        if (error) throw error;
        return value;
      });
      return evidenceIn(answers, attempt, atMs);
    },

    async release(attempt) {
      const pipeline = redis.pipeline().del(orderKey(attempt.id));
      for (const [subject, who] of subjectsOf(attempt)) {
        pipeline.zrem(attemptsKey(subject, who), attempt.id);
        pipeline.zrem(unprovenKey(subject, who), attempt.id);
      }
      await pipeline.exec();
    },

    async prove(attemptId, atMs) {
      const storedSubjects = await redis.get(orderKey(attemptId));
      if (storedSubjects === null) return;
      const attempt = { id: attemptId, subjects: JSON.parse(storedSubjects) as CountedAttempt['subjects'] };
      const pipeline = redis.pipeline();
      for (const [subject, who] of subjectsOf(attempt)) pipeline.zrem(unprovenKey(subject, who), attemptId);
      await pipeline.set(provenKey(attempt.subjects.device), atMs, 'PX', PROVEN_FOR_MS, 'NX').exec();
    },

    async declined(cardPrefix, atMs) {
      const key = prefixKey(cardPrefix);
      const hour = Math.floor(atMs / HOUR_MS);
      const answers = await redis
        .multi()
        .hincrby(key, String(hour), 1)
        .pexpire(key, 2 * HOUR_MS)
        .exec();
      if (Number(answers?.[0]?.[1]) !== PREFIX_DECLINES_PER_HOUR_MAX) return;
      await redis.set(PREFIX_ATTACKED, cardPrefix, 'PX', HOUR_MS);
      onPrefixAttacked(cardPrefix);
    },
  };
}
