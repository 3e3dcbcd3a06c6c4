import { judgeAttempt, type ShieldVerdict } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { countedBy, type CardAttempt, type AttemptBook, type CountedAttempt } from './attempt-book.ts';

/** Keeps who tries stolen cards away from the provider. */
export interface CardShield {
  /** Null when the attempt may go on to the provider; otherwise the seconds to wait. */
  secondsToWait(attempt: CardAttempt): Promise<number | null>;
  /** Admitted, but nothing was sent to a provider after all. */
  strike(attempt: CardAttempt): Promise<void>;
  paid(attemptId: string): void;
  declined(cardPrefix: string): void;
}

/** The same for everybody who is stopped: how much is left would tell how we count. */
const STOPPED_FOR_S = 900;

/** While Redis is away each instance counts alone, so each gives out less. */
const ALONE_FACTOR = 0.5;

export interface CardShieldDeps {
  readonly shared: AttemptBook;
  readonly alone: AttemptBook;
  readonly now: Clock;
  readonly logger: Logger;
  readonly factor: number;
  readonly onRefused: (kind: 'slow' | 'stop') => void;
}

export function cardShield(deps: CardShieldDeps): CardShield {
  const nowMs = () => deps.now().getTime();

  /** Asks the book that all instances share; when it is away, our own. */
  async function judge(attempt: CountedAttempt): Promise<{ verdict: ShieldVerdict; book: AttemptBook }> {
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

  /** Bookkeeping that fails makes the shield stricter, never a payment wrong. */
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
      await keep(book.strike(counted));
      deps.onRefused(verdict.kind);
      deps.logger.warn(
        { alert: 'card-testing', verdict, address: attempt.subjects.address },
        'a card attempt was held back',
      );
      return verdict.kind === 'stop' ? STOPPED_FOR_S : Math.ceil(verdict.waitMs / 1000);
    },
    async strike(attempt) {
      const counted = countedBy(attempt);
      await Promise.all([keep(deps.shared.strike(counted)), keep(deps.alone.strike(counted))]);
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
