import * as v from 'valibot';
import { endOf, sendOnce, silenceOf, type Silence, type WireOptions } from '../send-once.ts';

export type TapClientOptions = WireOptions & { readonly secretKey: string };

export type TapClientAnswer =
  | { readonly kind: 'answered'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  | Silence;

/** The provider has no server library, so this is our own client. */
export interface TapClient {
  get(name: string, path: string): Promise<TapClientAnswer>;
  /** A call that must not happen twice has its key in the body: `reference.idempotent`. */
  post(path: string, body: object): Promise<TapClientAnswer>;
}

const errorSchema = v.object({
  errors: v.pipe(v.array(v.object({ code: v.pipe(v.string(), v.regex(/^\w{1,40}$/)) })), v.minLength(1)),
});

/** The provider's code for a request that it did not carry out. */
function errorCode(status: number, body: unknown): string {
  const reading = v.safeParse(errorSchema, body);
  return reading.success ? (reading.output.errors[0]?.code ?? `http-${status}`) : `http-${status}`;
}

export function tapClient({ secretKey, ...wire }: TapClientOptions): TapClient {
  async function send(name: string, path: string, init: RequestInit): Promise<TapClientAnswer> {
    const startedAtMs = performance.now();
    const reply = await sendOnce(wire, path, init);
    wire.observe?.({ name, tookMs: performance.now() - startedAtMs, ...endOf(reply, 'x-request-id') });
    if (reply.kind === 'unknown') return reply;
    const { status, json: body } = reply;
    const silence = silenceOf(status);
    if (silence) return silence;
    return status < 300
      ? { kind: 'answered', body }
      : { kind: 'refused', status, code: errorCode(status, body) };
  }

  const authorization = `Bearer ${secretKey}`;
  return {
    get: (name, path) => send(`GET ${name}`, path, { method: 'GET', headers: { authorization } }),
    post: (path, body) =>
      send(`POST ${path.slice(1).replaceAll('/', ' ')}`, path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}
