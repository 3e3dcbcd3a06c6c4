import { judgeAttempt, type AttemptVerdict } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { countedBy, type CardAttempt, type AttemptCounter, type CountedAttempt } from './attempt-counter.ts';

/** Keeps who tries stolen cards away from the provider. */
export interface CardTestingLimit {
  /** Null when the attempt may go on to the provider; otherwise the seconds to wait. */
  secondsToWait(attempt: CardAttempt): Promise<number | null>;
  /** Admitted, but nothing was sent to a provider after all. */
  release(attempt: CardAttempt): Promise<void>;
  paid(attemptId: string): void;
  declined(cardPrefix: string): void;
}

/** The same for everybody who is stopped: how much is left would tell how we count. */
const STOPPED_FOR_S = 900;

/** While Redis is away each instance counts alone, so each gives out less. */
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

  /** Asks the book that all instances share; when it is away, our own. */
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

  /** Bookkeeping that fails makes the cardTestingLimit stricter, never a payment wrong. */
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
