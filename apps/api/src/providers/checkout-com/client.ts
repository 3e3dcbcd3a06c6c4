import type { ObserveCall } from '../observe-call.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
  readonly observe?: ObserveCall;
}

export type ClientAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  /** Nobody can say whether the request was carried out. */
  | { readonly kind: 'unknown'; readonly why: string };

export interface Client {
  get(path: string): Promise<ClientAnswer>;
  post(path: string, body: object, idempotencyKey: string): Promise<ClientAnswer>;
  /** These two know no idempotency key: they may be repeated as they are. */
  patch(path: string, body: object): Promise<ClientAnswer>;
  delete(path: string): Promise<ClientAnswer>;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Says what kind of failure it was and nothing of what was sent: tokens and keys must not reach a log. */
function failure(error: unknown): string {
  return error instanceof Error && error.name === 'TimeoutError' ? 'time-out' : 'connection failed';
}

/** The call without its ids: a label, not a trace. */
function nameOf(path: string, { method }: RequestInit): string {
  const [, noun = '', id, verb] = (path.split('?', 1)[0] ?? '').split('/');
  return [method, noun, id === undefined ? '' : ':id', verb ?? ''].filter(Boolean).join(' ');
}

/** One request, one try: whether a thing may be repeated is not for the wire to decide. */
export function checkoutComClient({
  baseUrl,
  secretKey,
  timeoutMs,
  fetch,
  observe = () => {},
}: ClientOptions): Client {
  const root = baseUrl.replace(/\/$/, '');

  async function send(path: string, init: RequestInit): Promise<ClientAnswer> {
    let status: number;
    let text: string;
    const begun = performance.now();
    const ended = (outcome: string, requestId: string | null) =>
      observe({ name: nameOf(path, init), outcome, requestId, tookMs: performance.now() - begun });
    try {
      const answer = await fetch(`${root}${path}`, {
        ...init,
        redirect: 'error', // the secret key goes to one host only
        signal: AbortSignal.timeout(timeoutMs),
      });
      status = answer.status;
      text = await answer.text();
      ended(`${status}`, answer.headers.get('cko-request-id'));
    } catch (error) {
      ended(failure(error), null);
      return { kind: 'unknown', why: failure(error) };
    }
    if (status === 401) throw new Error('Checkout.com does not accept our secret key');
    // 409: the same key is being processed right now, by a try whose answer we have not seen.
    if (status === 409 || status === 429 || status >= 500)
      return { kind: 'unknown', why: `status ${status}` };
    return { kind: 'answered', status, body: jsonIn(text) };
  }

  const authorization = `Bearer ${secretKey}`;
  return {
    get: (path) => send(path, { method: 'GET', headers: { authorization } }),
    post: (path, body, idempotencyKey) =>
      send(path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'cko-idempotency-key': idempotencyKey },
        body: JSON.stringify(body),
      }),
    patch: (path, body) =>
      send(path, {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    delete: (path) => send(path, { method: 'DELETE', headers: { authorization } }),
  };
}
