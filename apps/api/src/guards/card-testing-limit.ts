import { judgeAttempt, type AttemptVerdict } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { countedBy, type CardAttempt, type AttemptCounter, type CountedAttempt } from './attempt-counter.ts';

/** Stops attempts that test stolen cards before they reach a provider. */
export interface CardTestingLimit {
  /** Null when the attempt may go to the provider; otherwise the seconds to wait. */
  secondsToWait(attempt: CardAttempt): Promise<number | null>;
  /** Releases an admitted attempt of which nothing was sent to a provider. */
  release(attempt: CardAttempt): Promise<void>;
  paid(attemptId: string): void;
  declined(cardPrefix: string): void;
}

/** The time to wait is the same for every stopped attempt: the exact time left would reveal how attempts are counted. */
const STOPPED_FOR_S = 900;

/** While Redis does not answer, each process counts alone, so each allows less. */
const ALONE_FACTOR = 0.5;

export interface CardTestingLimitDeps {
  readonly shared: AttemptCounter;
  readonly alone: AttemptCounter;
  readonly now: Clock;
  readonly logger: Logger;
  readonly factor: number;
  readonly onRefused: (kind: 'slow' | 'stop') => void;
}

export function cardTestingLimit(deps: CardTestingLimitDeps): CardTestingLimit {
  const nowMs = () => deps.now().getTime();

  /** Counts the attempt in Redis, for all processes together, or in this process while Redis does not answer. */
  async function judge(attempt: CountedAttempt): Promise<{ verdict: AttemptVerdict; book: AttemptCounter }> {
    try {
      const evidence = await deps.shared.enter(attempt, nowMs());
      return { verdict: judgeAttempt(evidence, deps.factor), book: deps.shared };
    } catch (error) {
      deps.logger.warn(
        { limit: 'card-shield', err: (error as Error).message },
        'counted by this instance only',
      );
      const evidence = await deps.alone.enter(attempt, nowMs());
      return { verdict: judgeAttempt(evidence, deps.factor * ALONE_FACTOR), book: deps.alone };
    }
  }

  /** A failed update of the counters is only logged, so that no payment fails because of it. */
  function keep(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) =>
      deps.logger.warn({ limit: 'card-shield', err: (error as Error).message }, 'not counted'),
    );
  }

  return {
    async secondsToWait(attempt) {
      const counted = countedBy(attempt);
      const { verdict, book } = await judge(counted);
      if (verdict.kind === 'allow') return null;
      await keep(book.release(counted));
      deps.onRefused(verdict.kind);
      deps.logger.warn(
        { alert: 'card-testing', verdict, address: attempt.subjects.address },
        'a card attempt was held back',
      );
      return verdict.kind === 'stop' ? STOPPED_FOR_S : Math.ceil(verdict.waitMs / 1000);
    },
    async release(attempt) {
      const counted = countedBy(attempt);
      await Promise.all([keep(deps.shared.release(counted)), keep(deps.alone.release(counted))]);
    },
    paid(attemptId) {
      void keep(deps.shared.prove(attemptId, nowMs()));
      void keep(deps.alone.prove(attemptId, nowMs()));
    },
    declined(cardPrefix) {
      void keep(deps.shared.declined(cardPrefix, nowMs()));
    },
  };
}
