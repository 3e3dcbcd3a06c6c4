import {
  PREFIX_DECLINES_PER_HOUR_MAX,
  type AttemptEvidence,
  type AttemptSubject,
  type SubjectHistory,
} from '@jawhara/domain';
import type { Redis } from '../platform/redis.ts';
import { DAY_MS, HOUR_MS, subjectsOf, type AttemptCounter, type CountedAttempt } from './attempt-counter.ts';

/** A device is known by a payment that is older than a day: a stolen card that worked just now proves nothing. */
const PROVEN_AFTER_MS = DAY_MS;
const PROVEN_FOR_MS = 90 * DAY_MS;

const COMMANDS_PER_SUBJECT = 11;

const attemptsKey = (subject: AttemptSubject, who: string) => `shield:attempts:${subject}:${who}`;
const unprovenKey = (subject: AttemptSubject, who: string) => `shield:unproven:${subject}:${who}`;
const orderKey = (id: string) => `shield:order:${id}`;
const provenKey = (device: string) => `shield:proven:${device}`;
const prefixKey = (prefix: string) => `shield:prefix:${prefix}`;
const PREFIX_ATTACKED = 'shield:prefix-under-attack';

/** Commands that read what was known before, and then write the attempt down: Redis runs them as one. */
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

/** Two sets by time for each subject, attempts and those among them that nobody has paid yet: all instances count together. */
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
      const kept = await redis.get(orderKey(attemptId));
      if (kept === null) return;
      const attempt = { id: attemptId, subjects: JSON.parse(kept) as CountedAttempt['subjects'] };
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
