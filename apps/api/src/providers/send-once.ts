/** A call to a provider as it ended. `requestId`: the id that the provider's support asks for. */
export type ObserveCall = (call: {
  readonly name: string;
  /** The HTTP status, or why there is none, or the provider's own code where it turns everybody away with a good status. */
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

/** It is unknown whether the request was carried out. */
export type Silence = { readonly kind: 'unknown'; readonly why: string };

export type Reply =
  | {
      readonly kind: 'replied';
      readonly status: number;
      readonly headers: Headers;
      readonly bytes: Buffer;
      /** Undefined when it is none. */
      readonly json: unknown;
    }
  | Silence;

/**
 * Statuses that say nothing about what was asked. 401, 403: nobody listens to us at the moment. 409: the same key is being
 * processed right now, by a try whose answer we have not seen. 408, 425, 429: not now.
 */
const SAYS_NOTHING: ReadonlySet<number> = new Set([401, 403, 408, 409, 425, 429]);

/** A status that leaves open what became of the request; null where it answers. */
export function silenceOf(status: number): Silence | null {
  return status >= 500 || SAYS_NOTHING.has(status) ? { kind: 'unknown', why: `http ${status}` } : null;
}

/** Says what kind of failure it was and nothing of what was sent: cards, tokens and keys must not reach a log, sealed or not. */
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

/** How a call ended, for those who count calls; the provider names it in a header of its own. */
export function endOf(
  reply: Reply,
  requestIdHeader: string,
): { readonly outcome: string; readonly requestId: string | null } {
  return reply.kind === 'unknown'
    ? { outcome: reply.why, requestId: null }
    : { outcome: `${reply.status}`, requestId: reply.headers.get(requestIdHeader) };
}

/** A request to a provider, tried once: whether it may be repeated is not for the wire to decide. */
export async function sendOnce(
  { baseUrl, timeoutMs, fetch }: WireOptions,
  path: string,
  init: RequestInit,
): Promise<Reply> {
  try {
    const answer = await fetch(`${baseUrl.replace(/\/$/, '')}${path}`, {
      ...init,
      redirect: 'error', // our key goes to one host only
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { status, headers } = answer;
    return { kind: 'replied', status, headers, bytes, json: jsonIn(bytes) };
  } catch (error) {
    return { kind: 'unknown', why: failure(error) };
  }
}
