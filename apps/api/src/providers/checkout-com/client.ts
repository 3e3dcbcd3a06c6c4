import { endOf, sendOnce, silenceOf, type Silence, type WireOptions } from '../send-once.ts';

export type CheckoutComClientOptions = WireOptions & {
  readonly secretKey: string;
  readonly publicKey: string;
};

export type CheckoutComClientAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | Silence;

export interface CheckoutComClient {
  get(path: string): Promise<CheckoutComClientAnswer>;
  post(path: string, body: object, idempotencyKey: string): Promise<CheckoutComClientAnswer>;
  /** Makes a card token with the public key, as a browser could; no money moves. */
  tokenise(body: object): Promise<CheckoutComClientAnswer>;
  /** PATCH and DELETE have no idempotency key: repeating them is harmless. */
  patch(path: string, body: object): Promise<CheckoutComClientAnswer>;
  delete(path: string): Promise<CheckoutComClientAnswer>;
}

/** The call without its ids, as a label for metrics. */
function nameOf(path: string, { method }: RequestInit): string {
  const [, noun = '', id, verb] = (path.split('?', 1)[0] ?? '').split('/');
  return [method, noun, id === undefined ? '' : ':id', verb ?? ''].filter(Boolean).join(' ');
}

export function checkoutComClient({
  secretKey,
  publicKey,
  ...wire
}: CheckoutComClientOptions): CheckoutComClient {
  async function send(path: string, init: RequestInit): Promise<CheckoutComClientAnswer> {
    const startedAtMs = performance.now();
    const reply = await sendOnce(wire, path, init);
    const tookMs = performance.now() - startedAtMs;
    wire.observe?.({ name: nameOf(path, init), tookMs, ...endOf(reply, 'cko-request-id') });
    if (reply.kind === 'unknown') return reply;
    const { status, json: body } = reply;
    return silenceOf(status) ?? { kind: 'answered', status, body };
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
    tokenise: (body) =>
      send('/tokens', {
        method: 'POST',
        headers: { authorization: `Bearer ${publicKey}`, 'content-type': 'application/json' },
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
