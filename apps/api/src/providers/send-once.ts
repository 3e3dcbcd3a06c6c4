/** Called with the result of each call to a provider. `requestId`: the id that the provider's support asks for. */
export type ObserveCall = (call: {
  readonly name: string;
  /** The HTTP status, or why there is none, or the provider's own code where it rejects calls under a success status. */
  readonly outcome: string;
  readonly requestId: string | null;
  readonly tookMs: number;
}) => void;

export interface WireOptions {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
  readonly observe?: ObserveCall;
}

/** The result of a request of which it is unknown whether the provider carried it out. */
export type Silence = { readonly kind: 'unknown'; readonly why: string };

export type Reply =
  | {
      readonly kind: 'replied';
      readonly status: number;
      readonly headers: Headers;
      readonly bytes: Buffer;
      /** Undefined if the body is not JSON. */
      readonly json: unknown;
    }
  | Silence;

/**
 * Statuses that do not say whether the request was carried out. 401, 403: the provider rejects our key at the moment. 409:
 * an earlier try with this key, whose answer we have not seen, is still being processed. 408, 425, 429: try later.
 */
const SAYS_NOTHING: ReadonlySet<number> = new Set([401, 403, 408, 409, 425, 429]);

/** Why a status leaves the request's outcome open; null for one that decides it. */
export function silenceOf(status: number): Silence | null {
  return status >= 500 || SAYS_NOTHING.has(status) ? { kind: 'unknown', why: `http ${status}` } : null;
}

/** Names the kind of failure and nothing of what was sent: cards, tokens and keys must not reach a log, encrypted or not. */
function failure(error: unknown): string {
  return error instanceof Error && error.name === 'TimeoutError' ? 'time-out' : 'connection failed';
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The result of a call for metrics, with the request id from the provider's own header. */
export function endOf(
  reply: Reply,
  requestIdHeader: string,
): { readonly outcome: string; readonly requestId: string | null } {
  return reply.kind === 'unknown'
    ? { outcome: reply.why, requestId: null }
    : { outcome: `${reply.status}`, requestId: reply.headers.get(requestIdHeader) };
}

/** Sends a request to a provider once: only its caller knows whether it may be repeated. */
export async function sendOnce(
  { baseUrl, timeoutMs, fetch }: WireOptions,
  path: string,
  init: RequestInit,
): Promise<Reply> {
  try {
    const answer = await fetch(`${baseUrl.replace(/\/$/, '')}${path}`, {
      ...init,
      redirect: 'error', // our key goes to no other host
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { status, headers } = answer;
    return { kind: 'replied', status, headers, bytes, json: jsonIn(bytes) };
  } catch (error) {
    return { kind: 'unknown', why: failure(error) };
  }
}
