import type { Answer } from '../world/answer.ts';
import { KEY_IN_USE, KEY_OF_ANOTHER_BODY } from './errors.ts';

const RETENTION_MS = 24 * 60 * 60_000;

/** A request refused before any work is not stored. A request that started is stored with its answer, also with an error. */
function isReplayable({ status }: Answer): boolean {
  return status < 300 || status === 402 || status === 500;
}

export interface StoredReply {
  readonly answer: Answer;
  readonly isReplay: boolean;
}

/** A key belongs to one request: repeating it returns the first answer, and another request with the key is refused. */
export function createIdempotencyKeys(now: () => number) {
  const answersByKey = new Map<
    string,
    { readonly request: string; readonly answer: Answer; readonly until: number }
  >();
  const running = new Set<string>();
  return {
    async once(key: string | null, request: string, work: () => Promise<Answer>): Promise<StoredReply> {
      if (key === null) return { answer: await work(), isReplay: false };
      const known = answersByKey.get(key);
      if (known && known.until > now())
        return known.request === request
          ? { answer: known.answer, isReplay: true }
          : { answer: KEY_OF_ANOTHER_BODY, isReplay: false };
      if (running.has(key)) return { answer: KEY_IN_USE, isReplay: false };
      running.add(key);
      try {
        const answer = await work();
        if (isReplayable(answer)) answersByKey.set(key, { request, answer, until: now() + RETENTION_MS });
        return { answer, isReplay: false };
      } finally {
        running.delete(key);
      }
    },
    clear: () => answersByKey.clear(),
  };
}

export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>;
