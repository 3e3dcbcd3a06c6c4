import {
  envelopeSchema,
  parse,
  preferredMethod,
  refusalOfResult,
  REQUEST_ID_HEADER,
  resultOf,
  sessionKeyHeader,
  type Endpoint,
  type WireObject,
} from '@jawhara/contract';
import { HTTP_TIMEOUT_MS } from '@jawhara/domain';
import * as v from 'valibot';
import type { CallAnswer } from './call-answer.ts';

/** Who is asking, as the headers say it. */
export interface CallerFacts {
  readonly packageName: string;
  readonly clientId: string;
  readonly isInBridge: boolean;
  readonly language: string;
  /** Null for a visitor who is not signed in. */
  readonly sessionKey: string | null;
}

/** Every answer that is not result 0, as the one global handler gets it. */
export interface RefusedCall {
  readonly result: number;
  readonly message: string;
  readonly path: string;
  readonly params: WireObject;
}

export interface CallParts {
  readonly fetch: typeof globalThis.fetch;
  readonly facts: () => CallerFacts;
  readonly newRequestId: () => string;
  /** The one global handler of answers that are not result 0. */
  readonly onRefused?: (call: RefusedCall) => void;
  readonly timeoutMs?: number;
}

export interface CallOptions {
  /** The idempotency key of a call that creates something; any other call gets a fresh one for the logs. */
  readonly requestId?: string;
  readonly signal?: AbortSignal | undefined;
}

export type Call = <Request, Answer>(
  endpoint: Endpoint<Request, Answer>,
  request: Request,
  options?: CallOptions,
) => Promise<CallAnswer<Answer>>;

/** The device's own token is no header of ours: it is a cookie that no script can read, and the browser sends it. */
function headersOf(facts: CallerFacts, path: string, requestId: string): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': facts.language,
    'x-cli-pn': facts.packageName,
    'x-cli-id': facts.clientId,
    ...(facts.isInBridge ? { 'x-cli-br': '1' } : {}),
    ...(facts.sessionKey === null ? {} : { [sessionKeyHeader(path)]: facts.sessionKey }),
    [REQUEST_ID_HEADER]: requestId,
  };
}

function queryOf(wire: WireObject): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wire)) {
    if (value === undefined || value === null) continue;
    query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

interface Prepared {
  readonly url: string;
  readonly init: RequestInit;
  readonly params: WireObject;
}

function prepare<Request, Answer>(
  endpoint: Endpoint<Request, Answer>,
  request: Request,
  parts: CallParts,
  options: CallOptions,
): Prepared | null {
  try {
    const params = endpoint.request.write(request);
    const headers = headersOf(parts.facts(), endpoint.path, options.requestId ?? parts.newRequestId());
    if (preferredMethod(endpoint.methods) === 'GET') {
      return { url: `${endpoint.path}${queryOf(params)}`, init: { method: 'GET', headers }, params };
    }
    return {
      url: endpoint.path,
      init: {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(params),
      },
      params,
    };
  } catch {
    return null;
  }
}

type Answered = { readonly status: number; readonly body: string } | 'timeout' | 'aborted' | 'no-response';

/** Sends and reads to the end; the time limit covers the body too. */
async function send(
  prepared: Prepared,
  parts: CallParts,
  signal: AbortSignal | undefined,
): Promise<Answered> {
  const abort = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    abort.abort();
  }, parts.timeoutMs ?? HTTP_TIMEOUT_MS);
  const onAbort = (): void => abort.abort();
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted === true) abort.abort();
  try {
    const response = await parts.fetch(prepared.url, {
      ...prepared.init,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: abort.signal,
    });
    return { status: response.status, body: await response.text() };
  } catch {
    if (isLate) return 'timeout';
    return signal?.aborted === true ? 'aborted' : 'no-response';
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isHttpFailure(status: number): boolean {
  return status < 200 || status > 299;
}

/** One call of the API: typed in, typed out, and never a throw. */
export function createCall(parts: CallParts): Call {
  return async (endpoint, request, options = {}) => {
    const prepared = prepare(endpoint, request, parts, options);
    if (prepared === null) return { kind: 'failed', failure: 'set-up-failure' };
    const answered = await send(prepared, parts, options.signal);
    if (typeof answered === 'string') return { kind: 'failed', failure: answered };

    const envelope = v.safeParse(envelopeSchema, parseJson(answered.body));
    const failedByStatus = { kind: 'failed', failure: { status: answered.status } } as const;
    const report = (result: number, message: string): void =>
      parts.onRefused?.({ result, message, path: endpoint.path, params: prepared.params });

    if (!envelope.success) {
      if (isHttpFailure(answered.status)) report(answered.status, answered.body);
      return failedByStatus;
    }
    const result = resultOf(envelope.output);
    if (result === 0 && !isHttpFailure(answered.status)) {
      const answer = parse(endpoint.answer, envelope.output.data);
      return answer.kind === 'parsed' ? { kind: 'ok', value: answer.value } : failedByStatus;
    }
    report(result === 0 ? answered.status : result, envelope.output.message);
    const refusal = refusalOfResult(result);
    // A status of its own belongs to some refusals; one we cannot name is a failure of the server.
    if (refusal === null && isHttpFailure(answered.status)) return failedByStatus;
    const { message, data } = envelope.output;
    return { kind: 'refused', refusal, result, message, ...(data === null ? {} : { data }) };
  };
}
