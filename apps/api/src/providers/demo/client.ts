import { endOf, sendOnce, silenceOf, type Silence, type WireOptions } from '../send-once.ts';

export type DemoAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | Silence;

export interface DemoClient {
  get(name: string, path: string): Promise<DemoAnswer>;
  post(name: string, path: string, body: object, idempotencyKey: string): Promise<DemoAnswer>;
}

export function demoClient({ apiKey, ...wire }: WireOptions & { readonly apiKey: string }): DemoClient {
  const authorization = `Bearer ${apiKey}`;
  async function send(name: string, path: string, init: RequestInit): Promise<DemoAnswer> {
    const begun = performance.now();
    const reply = await sendOnce(wire, path, init);
    const tookMs = performance.now() - begun;
    wire.observe?.({ name: `${init.method} ${name}`, tookMs, ...endOf(reply, 'request-id') });
    if (reply.kind === 'unknown') return reply;
    return silenceOf(reply.status) ?? { kind: 'answered', status: reply.status, body: reply.json };
  }
  return {
    get: (name, path) => send(name, path, { method: 'GET', headers: { authorization } }),
    post: (name, path, body, idempotencyKey) =>
      send(name, path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify(body),
      }),
  };
}
