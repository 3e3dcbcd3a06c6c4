import { BATCH_PARTS_MAX, BATCH_TIMEOUT_MS, HTTP_TIMEOUT_MS } from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint, type Method, type WireValue } from '../endpoint.ts';

/** A call of a batch. */
export interface BatchPart {
  readonly method: Method;
  readonly path: string;
  readonly requestId: string;
  readonly params: Readonly<Record<string, WireValue>>;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Batch {
  /** All parts at once, or one after the other. */
  readonly isParallel: boolean;
  /** The time limit of the whole batch. */
  readonly timeoutMs: number;
  /** Headers of every part that does not set its own. */
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: readonly BatchPart[];
}

/** A form carries objects as JSON text. */
function orJsonText<Schema extends v.GenericSchema>(schema: Schema) {
  return v.union([schema, v.pipe(v.string(), v.maxLength(60_000), v.parseJson(), schema)]);
}

const headers = v.record(v.pipe(v.string(), v.toLowerCase()), v.pipe(v.string(), v.maxLength(500)));

const part = v.pipe(
  v.object({
    method: v.pipe(v.string(), v.toUpperCase(), v.picklist(['GET', 'POST'])),
    path: v.pipe(v.string(), v.maxLength(200)),
    request_id: v.pipe(v.string(), v.regex(/^[\w.:-]{1,100}$/)),
    params: v.optional(orJsonText(v.looseObject({})), {}),
    headers: v.optional(orJsonText(headers), {}),
  }),
  v.transform((wire): BatchPart => ({
    method: wire.method,
    path: wire.path,
    requestId: wire.request_id,
    params: wire.params as BatchPart['params'],
    headers: wire.headers,
  })),
);

const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false', '1', '0']),
    v.transform((text) => text === 'true' || text === '1'),
  ),
  v.pipe(
    v.picklist([0, 1]),
    v.transform((digit) => digit === 1),
  ),
]);

const parts = v.pipe(
  v.array(part),
  v.minLength(1),
  v.maxLength(BATCH_PARTS_MAX),
  v.check((all) => new Set(all.map(({ requestId }) => requestId)).size === all.length),
);

const batchSchema = v.pipe(
  v.object({
    async: v.optional(flag, true),
    timeout: v.optional(
      v.pipe(
        v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))]),
        v.safeInteger(),
        v.minValue(1),
        v.maxValue(HTTP_TIMEOUT_MS),
      ),
      BATCH_TIMEOUT_MS,
    ),
    header: v.optional(orJsonText(headers), {}),
    requests: orJsonText(parts),
  }),
  v.transform((wire): Batch => ({
    isParallel: wire.async,
    timeoutMs: wire.timeout,
    headers: wire.header,
    parts: wire.requests,
  })),
);

/** For each part's request id, its whole envelope as JSON text. */
export type BatchAnswer = ReadonlyMap<string, string>;

/** Many calls in one request. Each call passes the same checks as alone; a batch must not contain a batch. */
export const runBatch = endpoint({
  name: 'runBatch',
  methods: ['POST'],
  changes: true,
  path: '/api/sys/batch_request/',
  request: codec(batchSchema, (batch: Batch) => ({
    async: batch.isParallel,
    timeout: batch.timeoutMs,
    header: { ...batch.headers },
    requests: batch.parts.map((one) => ({
      method: one.method,
      path: one.path,
      request_id: one.requestId,
      params: { ...one.params },
      headers: { ...one.headers },
    })),
  })),
  answer: codec(
    v.pipe(
      v.object({ ResultMap: v.record(v.string(), v.string()) }),
      v.transform((wire): BatchAnswer => new Map(Object.entries(wire.ResultMap))),
    ),
    (answers: BatchAnswer) => ({ ResultMap: Object.fromEntries(answers) }),
  ),
});
