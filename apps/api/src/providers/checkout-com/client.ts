import { endOf, sendOnce, type Silence, type WireOptions } from '../send-once.ts';

export type ClientOptions = WireOptions & { readonly secretKey: string };

export type ClientAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | Silence;

export interface Client {
  get(path: string): Promise<ClientAnswer>;
  post(path: string, body: object, idempotencyKey: string): Promise<ClientAnswer>;
  /** These two know no idempotency key: they may be repeated as they are. */
  patch(path: string, body: object): Promise<ClientAnswer>;
  delete(path: string): Promise<ClientAnswer>;
}

/** The call without its ids: a label, not a trace. */
function nameOf(path: string, { method }: RequestInit): string {
  const [, noun = '', id, verb] = (path.split('?', 1)[0] ?? '').split('/');
  return [method, noun, id === undefined ? '' : ':id', verb ?? ''].filter(Boolean).join(' ');
}

export function checkoutComClient({ secretKey, ...wire }: ClientOptions): Client {
  async function send(path: string, init: RequestInit): Promise<ClientAnswer> {
    const begun = performance.now();
    const reply = await sendOnce(wire, path, init);
    const tookMs = performance.now() - begun;
    wire.observe?.({ name: nameOf(path, init), tookMs, ...endOf(reply, 'cko-request-id') });
    if (reply.kind === 'unknown') return reply;
    const { status, json: body } = reply;
    if (status === 401) throw new Error('Checkout.com does not accept our secret key');
    // 409: the same key is being processed right now, by a try whose answer we have not seen.
    if (status === 409 || status === 429 || status >= 500)
      return { kind: 'unknown', why: `status ${status}` };
    return { kind: 'answered', status, body };
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
