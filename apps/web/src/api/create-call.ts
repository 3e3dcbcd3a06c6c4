import {
  NO_USAGE_HEADER,
  REQUEST_ID_HEADER,
  sessionKeyHeader,
  preferredMethod,
  type ClientFailure,
  type Endpoint,
  type WireObject,
} from '@jawhara/contract';
import { USAGE_OBJECTION, HTTP_TIMEOUT_MS } from '@jawhara/domain';
import type { BridgeFault } from '../host-app/bridge-error.ts';
import { tellUnanswered, type RequestSender } from '../browser/send-request.ts';
import type { CallAnswer } from './call-answer.ts';
import { readAnswer, type Answered as HttpAnswer } from './read-answer.ts';

/** Facts about the caller that are sent as headers. */
export interface CallerFacts {
  readonly packageName: string;
  readonly clientId: string;
  readonly isInBridge: boolean;
  readonly language: string;
  /** Null for a visitor who is not signed in. */
  readonly sessionKey: string | null;
  /** The visitor objects to usage records. */
  readonly objectsToUsage: boolean;
}

/** The device's token is not among these headers: it is a cookie that no script can read and the browser sends. */
export function callHeaders(facts: CallerFacts, path: string, requestId: string): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': facts.language,
    'x-cli-pn': facts.packageName,
    'x-cli-id': facts.clientId,
    ...(facts.isInBridge ? { 'x-cli-br': '1' } : {}),
    ...(facts.sessionKey === null ? {} : { [sessionKeyHeader(path)]: facts.sessionKey }),
    ...(facts.objectsToUsage ? { [NO_USAGE_HEADER]: USAGE_OBJECTION } : {}),
    [REQUEST_ID_HEADER]: requestId,
  };
}

/** An answer other than result 0, as the global handler receives it. */
export interface RefusedCall {
  readonly result: number;
  readonly message: string;
  readonly path: string;
  readonly params: WireObject;
}

export interface CallParts {
  /** Replaces the browser's own fetch. */
  readonly fetch?: RequestSender;
  readonly facts: () => CallerFacts;
  readonly newRequestId: () => string;
  /** The global handler of answers other than result 0. */
  readonly onRefused?: (call: RefusedCall) => void;
  /** The one place that shows a message the server wants shown. */
  readonly onToast?: (toast: string) => void;
  /** Called when a call succeeded and its data is missing or unreadable. */
  readonly onMissing?: (endpointName: string) => void;
  readonly timeoutMs?: number;
  /** Another server than the page's own; evaluated for each call. */
  readonly base?: () => string;
  /** The code of this site, for requests that contain it. */
  readonly sourceCode?: number;
}

export interface CallOptions {
  /** The idempotency key of a call that creates something; any other call gets a fresh one for the logs. */
  readonly requestId?: string;
  readonly signal?: AbortSignal | undefined;
  /** For callers that give up earlier than the others. */
  readonly timeoutMs?: number;
  /** No visitor waits for this call: if it is lost, a payer who types a card is not taken to a backup host. */
  readonly isAside?: boolean;
}

export type Call = <Request, Answer>(
  endpoint: Endpoint<Request, Answer>,
  request: Request,
  options?: CallOptions,
) => Promise<CallAnswer<Answer>>;

function queryOf(wire: WireObject): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wire)) {
    if (value === undefined || value === null) continue;
    query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

/** The request as sent: the contract's fields, with the site's own source where they have one. */
export function wireOf<Request>(
  endpoint: Pick<Endpoint<Request>, 'request'>,
  request: Request,
  sourceCode: number | undefined,
): WireObject {
  const wire = endpoint.request.write(request);
  return sourceCode !== undefined && 'source' in wire ? { ...wire, source: sourceCode } : wire;
}

interface Prepared {
  readonly url: string;
  readonly init: RequestInit;
  readonly params: WireObject;
  readonly changes: boolean;
}

function prepare<Request, Answer>(
  endpoint: Endpoint<Request, Answer>,
  request: Request,
  parts: CallParts,
  options: CallOptions,
): Prepared | null {
  try {
    const { changes } = endpoint;
    const params = wireOf(endpoint, request, parts.sourceCode);
    const address = `${parts.base?.() ?? ''}${endpoint.path}`;
    const headers = callHeaders(parts.facts(), endpoint.path, options.requestId ?? parts.newRequestId());
    if (preferredMethod(endpoint.methods) === 'GET') {
      return { url: `${address}${queryOf(params)}`, init: { method: 'GET', headers }, params, changes };
    }
    return {
      url: address,
      init: {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(params),
      },
      params,
      changes,
    };
  } catch {
    return null;
  }
}

type Answered = HttpAnswer | ClientFailure;

/** Sends the request and reads the answer; the time limit covers the body too. */
async function send(
  prepared: Prepared,
  parts: CallParts,
  { signal, timeoutMs = parts.timeoutMs ?? HTTP_TIMEOUT_MS }: CallOptions,
): Promise<Answered> {
  const abort = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    abort.abort();
  }, timeoutMs);
  const onAbort = (): void => abort.abort();
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted === true) abort.abort();
  try {
    const init: RequestInit = {
      ...prepared.init,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: abort.signal,
    };
    const response = await (parts.fetch ?? fetch)(prepared.url, init, prepared.changes);
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, body: await response.text(), retryAfter };
  } catch (fault) {
    if (isLate) return 'timeout';
    if (signal?.aborted === true) return 'aborted';
    // Recognised by a field, not `instanceof`: the class is part of the bridge, which a plain browser does not load.
    return (fault as Partial<BridgeFault> | null)?.failure ?? 'no-response';
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** A status of 502 and above usually comes from a proxy in front of the API; a probe finds out whether the API itself sent it. */
function isUnanswered(answered: Answered): boolean {
  return typeof answered === 'string' ? answered !== 'aborted' : answered.status > 501;
}

/** Calls the API with a typed request and a typed answer. Never throws. */
export function createCall(parts: CallParts): Call {
  return async (endpoint, request, options = {}) => {
    // Checked here, so that every call that reports usage respects the objection, also calls added later.
    if (endpoint.isUsage === true && parts.facts().objectsToUsage)
      return { kind: 'failed', failure: 'aborted' };
    const prepared = prepare(endpoint, request, parts, options);
    if (prepared === null) return { kind: 'failed', failure: 'set-up-failure' };
    const answered = await send(prepared, parts, options);
    if (isUnanswered(answered) && options.isAside !== true) tellUnanswered();
    if (typeof answered === 'string') return { kind: 'failed', failure: answered };
    return readAnswer(endpoint.answer, answered, {
      onRefused: (result, message) =>
        parts.onRefused?.({ result, message, path: endpoint.path, params: prepared.params }),
      onToast: parts.onToast,
      onMissing: () => parts.onMissing?.(endpoint.name),
    });
  };
}
