import * as v from 'valibot';
import { endOf, sendOnce, type Silence, type WireOptions } from '../send-once.ts';

export type ClientOptions = WireOptions & { readonly apiKey: string };

export type ClientAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | Silence;

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

const errorSchema = v.object({ errorCode: v.pipe(v.string(), v.minLength(1), v.maxLength(40)) });

/** What the provider calls a request that it did not carry out. */
export function errorCode({ status, body }: { readonly status: number; readonly body: unknown }): string {
  const reading = v.safeParse(errorSchema, body);
  return reading.success ? reading.output.errorCode : `http-${status}`;
}

const KEY_IN_USE = '704';

/** Another try with the same key is under way, or the provider says itself that it may be asked again. */
function isOpen(status: number, body: unknown, isTransient: boolean): boolean {
  if (status === 409 || status === 429 || status >= 500) return true;
  return status >= 400 && (isTransient || errorCode({ status, body }) === KEY_IN_USE);
}

export function adyenClient({ apiKey, ...wire }: ClientOptions): Client {
  async function send({ name, path }: Target, init: RequestInit): Promise<ClientAnswer> {
    const begun = performance.now();
    const reply = await sendOnce(wire, path, init);
    const tookMs = performance.now() - begun;
    wire.observe?.({ name: `${init.method} ${name}`, tookMs, ...endOf(reply, 'pspreference') });
    if (reply.kind === 'unknown') return reply;
    const { status, json: body } = reply;
    if (status === 401) throw new Error('Adyen does not accept our API key');
    if (status === 403)
      throw new Error('Adyen does not allow our key to do this, or does not know our account');
    return isOpen(status, body, reply.headers.get('transient-error') === 'true')
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
