import type { Answer } from './answer.ts';

export const ANSWER_RETENTION_MS = 24 * 60 * 60_000;

export interface StoredAnswer {
  readonly answer: Answer;
  /** True if another request did the work, before this one or at the same time. */
  readonly isReplay: boolean;
}

/** Stores successful answers by key. Of simultaneous requests only the first does the work; the others wait for its answer. */
export function createIdempotency(now: () => number) {
  const done = new Map<string, { readonly answer: Answer; readonly until: number }>();
  const running = new Map<string, Promise<Answer>>();

  async function once(key: string | null, work: () => Promise<Answer>): Promise<StoredAnswer> {
    if (key === null) return { answer: await work(), isReplay: false };
    const known = done.get(key);
    if (known && known.until > now()) return { answer: known.answer, isReplay: true };
    const beside = running.get(key);
    if (beside) return { answer: await beside, isReplay: true };
    const mine = work();
    running.set(key, mine);
    try {
      const answer = await mine;
      // Refusals and errors are not stored: a repeated request runs again.
      if (answer.status < 300) done.set(key, { answer, until: now() + ANSWER_RETENTION_MS });
      return { answer, isReplay: false };
    } finally {
      running.delete(key);
    }
  }

  return { once, clear: () => done.clear() };
}

export type Idempotency = ReturnType<typeof createIdempotency>;
