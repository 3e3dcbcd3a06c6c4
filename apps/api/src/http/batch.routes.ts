import {
  ALL_ENDPOINTS,
  NO_SUCH_CALL,
  NO_USAGE_HEADER,
  PART_TIMED_OUT,
  runBatch,
  sessionKeyHeader,
  type Batch,
  type BatchPart,
  type WireValue,
} from '@jawhara/contract';
import { USAGE_OBJECTION, type Locale } from '@jawhara/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answer, faultEnvelope } from './answer.ts';
import { type Caller, callingAppHeaders } from './caller.ts';
import { localeOf } from './refusal.ts';
import type { Route } from './route.ts';

/** Runs one part as if it were a call of its own, and returns its envelope as text. */
export type PartRunner = (part: BatchPart, headers: Readonly<Record<string, string>>) => Promise<string>;

const DOORS = new Set(
  ALL_ENDPOINTS.filter(({ name }) => name !== runBatch.name).flatMap(({ methods, path }) =>
    methods.map((method) => `${method} ${path}`),
  ),
);

/** Headers that a part may set itself, among them a session key. Device, origin and all other headers are those of the batch. */
const PART_HEADERS = /^x-(request-id|session-key|account-token|cli-[a-z]{1,10})$|^accept-language$/;

function allowed(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => PART_HEADERS.test(name)));
}

/**
 * Answers every part: with the answer of its call, as an unknown call, or as timed out. A part that has not started
 * when the time is over never starts.
 */
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

/** Query parameters are text; other values become JSON, as the site itself would send them. */
function queryOf(params: BatchPart['params']): Record<string, string> {
  const asText = (value: WireValue) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, asText(value)]));
}

/**
 * Sends each part through the whole server again: limits, card tripwire, parsing. The origin is checked for the batch
 * as a whole, and a batch always counts as a change: if another site sends one, no part of it runs.
 */
export function batchRoutes(route: Route, server: FastifyInstance): void {
  route(runBatch, async ({ request, caller, http }) =>
    answer(
      await answerBatch(
        request,
        async (part, headers) => {
          const response = await server.inject({
            method: part.method,
            url: part.path,
            remoteAddress: caller.address,
            headers: { ...identityOf(part, caller, http), ...headers, ...wishesOf(caller) },
            ...(part.method === 'GET' ? { query: queryOf(part.params) } : { payload: { ...part.params } }),
          });
          return response.payload;
        },
        localeOf(http),
      ),
    ),
  );
}

/** The device and session of the client that sent the batch, also when its device cookie is made only for this batch. */
function identityOf(part: BatchPart, caller: Caller, http: FastifyRequest): Record<string, string> {
  return {
    ...(http.device === null ? {} : { cookie: `${http.device.cookie.name}=${http.device.cookie.value}` }),
    // The list of an account's sessions names the browser that signed in, also if it signed in by a batch.
    ...(http.headers['user-agent'] === undefined ? {} : { 'user-agent': http.headers['user-agent'] }),
    ...callingAppHeaders(caller.app),
    ...(caller.sessionKey === null ? {} : { [sessionKeyHeader(part.path)]: caller.sessionKey }),
  };
}

/** If the batch's sender objects to usage records, the objection applies to every part, whatever the headers of the part say. */
function wishesOf({ objectsToUsage }: Caller): Record<string, string> {
  return objectsToUsage ? { [NO_USAGE_HEADER]: USAGE_OBJECTION } : {};
}
