import * as v from 'valibot';
import { endOf, sendOnce, type Reply, type Silence, type WireOptions } from '../send-once.ts';

export type AdyenClientOptions = WireOptions & { readonly apiKey: string };

export type AdyenClientAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | Silence;

type Answered = Extract<Reply, { kind: 'replied' }>;

/** A path, and the same path without its ids as a label for metrics. */
interface Target {
  readonly name: string;
  readonly path: string;
}

/**
 * Our own HTTP client, with the types of the provider's library: the library's client has no time-out, its services load
 * 286 modules, drop unknown fields of an action that the payer's browser needs whole, and print answers they cannot read.
 */
export interface AdyenClient {
  post(target: Target, body: object, idempotencyKey: string): Promise<AdyenClientAnswer>;
  /** Idempotent by itself, so it may be repeated. */
  delete(target: Target): Promise<AdyenClientAnswer>;
}

const errorSchema = v.object({ errorCode: v.pipe(v.string(), v.minLength(1), v.maxLength(40)) });

/** The provider's code for a request that it did not carry out. */
export function errorCode({ status, body }: { readonly status: number; readonly body: unknown }): string {
  const reading = v.safeParse(errorSchema, body);
  return reading.success ? reading.output.errorCode : `http-${status}`;
}

/** Statuses that decide nothing: our key or account is refused, another try is in progress, or there are too many calls. */
const LEAVES_OPEN: readonly number[] = [401, 403, 409, 429];
const KEY_IN_USE = '704';

/**
 * Why an answer leaves the outcome open; null if it decides. Some answers leave it open by their header or error code,
 * though the status alone would decide.
 */
function whyOpen({ status, json: body, headers }: Answered): string | null {
  if (LEAVES_OPEN.includes(status) || status >= 500) return `status ${status}`;
  if (status < 400) return null;
  if (headers.get('transient-error') === 'true') return `status ${status}, transient`;
  return errorCode({ status, body }) === KEY_IN_USE ? `status ${status}, error ${KEY_IN_USE}` : null;
}

export function adyenClient({ apiKey, ...wire }: AdyenClientOptions): AdyenClient {
  async function send({ name, path }: Target, init: RequestInit): Promise<AdyenClientAnswer> {
    const startedAtMs = performance.now();
    const reply = await sendOnce(wire, path, init);
    const tookMs = performance.now() - startedAtMs;
    const why = reply.kind === 'unknown' ? reply.why : whyOpen(reply);
    const end = endOf(reply, 'pspreference');
    // The outcome in the metrics: the status if it decides, otherwise why the answer leaves the outcome open.
    const outcome = why === null || why === `status ${end.outcome}` ? end.outcome : why;
    wire.observe?.({ name: `${init.method} ${name}`, tookMs, ...end, outcome });
    if (reply.kind === 'unknown') return reply;
    return why === null
      ? { kind: 'answered', status: reply.status, body: reply.json }
      : { kind: 'unknown', why };
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
