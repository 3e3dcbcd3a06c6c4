import * as v from 'valibot';
import type { ObserveCall } from '../observe-call.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
  readonly observe?: ObserveCall;
}

export type ClientAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  /** Nobody can say whether the request was carried out. */
  | { readonly kind: 'unknown'; readonly why: string };

/** A path, and the same without its ids: a label for those who count calls. */
interface Target {
  readonly name: string;
  readonly path: string;
}

/**
 * Our own wire, and the types of the provider's library: its client has no time-out, its services load 286 modules, drop
 * what they do not know from an action the payer's browser needs whole, and print answers they cannot read.
 */
export interface Client {
  post(target: Target, body: object, idempotencyKey: string): Promise<ClientAnswer>;
  /** May be repeated as it is. */
  delete(target: Target): Promise<ClientAnswer>;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const errorSchema = v.object({ errorCode: v.pipe(v.string(), v.minLength(1), v.maxLength(40)) });

/** What the provider calls a request that it did not carry out. */
export function errorCode({ status, body }: { readonly status: number; readonly body: unknown }): string {
  const reading = v.safeParse(errorSchema, body);
  return reading.success ? reading.output.errorCode : `http-${status}`;
}

/** Says what kind of failure it was and nothing of what was sent: cards and keys must not reach a log, sealed or not. */
function failure(error: unknown): string {
  return error instanceof Error && error.name === 'TimeoutError' ? 'time-out' : 'connection failed';
}

const KEY_IN_USE = '704';

/** Another try with the same key is under way, or the provider says itself that it may be asked again. */
function isOpen(status: number, body: unknown, isTransient: boolean): boolean {
  if (status === 409 || status === 429 || status >= 500) return true;
  return status >= 400 && (isTransient || errorCode({ status, body }) === KEY_IN_USE);
}

/** One request, one try: whether a thing may be repeated is not for the wire to decide. */
export function adyenClient({
  baseUrl,
  apiKey,
  timeoutMs,
  fetch,
  observe = () => {},
}: ClientOptions): Client {
  const root = baseUrl.replace(/\/$/, '');

  async function send({ name, path }: Target, init: RequestInit): Promise<ClientAnswer> {
    let answer: Response;
    let text: string;
    const begun = performance.now();
    const ended = (outcome: string, requestId: string | null) =>
      observe({ name: `${init.method} ${name}`, outcome, requestId, tookMs: performance.now() - begun });
    try {
      answer = await fetch(`${root}${path}`, {
        ...init,
        redirect: 'error', // the key goes to one host only
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await answer.text();
      ended(`${answer.status}`, answer.headers.get('pspreference'));
    } catch (error) {
      ended(failure(error), null);
      return { kind: 'unknown', why: failure(error) };
    }
    const { status } = answer;
    if (status === 401) throw new Error('Adyen does not accept our API key');
    if (status === 403)
      throw new Error('Adyen does not allow our key to do this, or does not know our account');
    const body = jsonIn(text);
    return isOpen(status, body, answer.headers.get('transient-error') === 'true')
      ? { kind: 'unknown', why: `status ${status}` }
      : { kind: 'answered', status, body };
  }

  const key = { 'x-api-key': apiKey };
  return {
    post: (target, body, idempotencyKey) =>
      send(target, {
        method: 'POST',
        headers: { ...key, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify(body),
      }),
    delete: (target) => send(target, { method: 'DELETE', headers: key }),
  };
}
