import { preferredMethod, runBatch, type Batch, type BatchPart, type Endpoint } from '@jawhara/contract';
import { BATCH_PARTS_MAX, BATCH_TIMEOUT_MS } from '@jawhara/domain';
import type { CallAnswer } from './call-answer.ts';
import { wireOf, type Call, type RefusedCall } from './create-call.ts';
import { readAnswer, type AnswerListener } from './read-answer.ts';
import { showToast } from '../ui/toast.ts';
import { call, hearRefused } from './call.ts';

/** A read that may wait a moment for others, so that all go in one batch. */
export type CallTogether = <Request, Answer>(
  endpoint: Endpoint<Request, Answer>,
  request: Request,
) => Promise<CallAnswer<Answer>>;

/** How long the first read of a batch waits for others to join it. */
export const COMPANY_WITHIN_MS = 50;

/** The server gives up on a slow part before this page gives up on the batch, so that the finished parts still arrive. */
const SERVER_TIMEOUT_MS = BATCH_TIMEOUT_MS - 500;

interface Waiting {
  readonly endpoint: Endpoint;
  readonly request: unknown;
  readonly answered: (answer: CallAnswer<unknown> | Promise<CallAnswer<unknown>>) => void;
}

export interface BatchCallParts {
  readonly call: Call;
  readonly onRefused?: (call: RefusedCall) => void;
  readonly onToast?: AnswerListener['onToast'];
  readonly sourceCode?: number;
}

function batchOf(waiting: readonly Waiting[], sourceCode: number | undefined): Batch {
  return {
    isParallel: true,
    timeoutMs: SERVER_TIMEOUT_MS,
    headers: {},
    parts: waiting.map(({ endpoint, request }, index) => ({
      method: preferredMethod(endpoint.methods),
      path: endpoint.path,
      requestId: String(index),
      // JSON omits undefined fields.
      params: wireOf(endpoint, request, sourceCode) as BatchPart['params'],
      headers: {},
    })),
  };
}

/**
 * Calls of the same moment go in one batch. A failing part does not affect the others; if the batch gets no answer in time,
 * each call is sent by itself.
 */
function createBatchCall({ call, onRefused, onToast, sourceCode }: BatchCallParts): CallTogether {
  let queue: Waiting[] = [];

  const askAlone = ({ endpoint, request, answered }: Waiting): void => answered(call(endpoint, request));

  async function askTogether(waiting: readonly Waiting[]): Promise<void> {
    const batch = await call(runBatch, batchOf(waiting, sourceCode), { timeoutMs: BATCH_TIMEOUT_MS });
    for (const [index, one] of waiting.entries()) {
      const body = batch.kind === 'ok' ? batch.value.get(String(index)) : undefined;
      if (body === undefined) {
        askAlone(one);
        continue;
      }
      const { path, answer } = one.endpoint;
      const reportRefusal = (result: number, message: string): void =>
        onRefused?.({ result, message, path, params: wireOf(one.endpoint, one.request, sourceCode) });
      one.answered(readAnswer(answer, { status: 200, body }, { onRefused: reportRefusal, onToast }));
    }
  }

  function flush(): void {
    const all = queue;
    queue = [];
    for (let from = 0; from < all.length; from += BATCH_PARTS_MAX) {
      const some = all.slice(from, from + BATCH_PARTS_MAX);
      if (some.length === 1) some.forEach(askAlone);
      else void askTogether(some).catch(() => some.forEach(askAlone));
    }
  }

  return (endpoint, request) => {
    // A call that changes something is sent alone: a batch without an answer is sent again part by part.
    if (endpoint.changes) return call(endpoint, request);
    return new Promise((answered) => {
      if (queue.length === 0) setTimeout(flush, COMPANY_WITHIN_MS);
      queue.push({ endpoint, request, answered } as unknown as Waiting);
    });
  };
}

/** For reads that nobody on the screen waits for. Separate from `call`, so that no first load contains it. */
export const callTogether = createBatchCall({
  call,
  sourceCode: __SITE_SOURCE_CODE__,
  onRefused: hearRefused,
  onToast: (toast) => showToast(toast, 'info'),
});
