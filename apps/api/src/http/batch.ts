import {
  ALL_ENDPOINTS,
  NO_SUCH_CALL,
  PART_TIMED_OUT,
  runBatch,
  type Batch,
  type BatchPart,
} from '@jawhara/contract';
import type { Locale } from '@jawhara/domain';
import { faultEnvelope } from './answer.ts';

/** Runs one call as if it had come by itself, and answers its envelope as text. */
export type PartRunner = (part: BatchPart, headers: Readonly<Record<string, string>>) => Promise<string>;

const DOORS = new Set(
  ALL_ENDPOINTS.filter(({ name }) => name !== runBatch.name).flatMap(({ methods, path }) =>
    methods.map((method) => `${method} ${path}`),
  ),
);

/** Headers that a part may bring. Its identity, origin and framing are the batch's. */
const PART_HEADERS = /^x-(request-id|session-key|account-token|cli-[a-z]{1,10})$|^accept-language$/;

function allowed(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => PART_HEADERS.test(name)));
}

/** Every part is answered: by its call, as unknown, or as too late. A part that was not begun in time never begins. */
export async function answerBatch(
  batch: Batch,
  run: PartRunner,
  locale: Locale,
): Promise<ReadonlyMap<string, string>> {
  const noSuchCall = JSON.stringify(faultEnvelope(NO_SUCH_CALL, locale));
  const timedOut = JSON.stringify(faultEnvelope(PART_TIMED_OUT, locale));
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      isOver = true;
      resolve(timedOut);
    }, batch.timeoutMs);
  });
  const answerOne = (part: BatchPart): Promise<string> => {
    if (!DOORS.has(`${part.method} ${part.path}`)) return Promise.resolve(noSuchCall);
    if (isOver) return Promise.resolve(timedOut);
    return Promise.race([run(part, { ...allowed(batch.headers), ...allowed(part.headers) }), end]);
  };
  try {
    const answers = new Map<string, string>();
    if (batch.isParallel) {
      const texts = await Promise.all(batch.parts.map(answerOne));
      batch.parts.forEach((part, i) => answers.set(part.requestId, texts[i] ?? timedOut));
    } else {
      for (const part of batch.parts) answers.set(part.requestId, await answerOne(part));
    }
    return answers;
  } finally {
    clearTimeout(timer);
  }
}
