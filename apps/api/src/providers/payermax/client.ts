import * as v from 'valibot';
import type { ObserveCall } from '../observe-call.ts';
import type { Signature } from './signature.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  readonly appId: string;
  readonly merchantNo: string;
  readonly signature: Signature;
  /** The provider refuses what was asked more than two minutes ago. */
  readonly now: () => Date;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
  readonly observe?: ObserveCall;
}

/** The calls we make, each with the version of its envelope. */
const VERSIONS = {
  orderAndPay: '1.4',
  orderQuery: '1.4',
  refund: '1.4',
  refundQuery: '1.4',
  applyDropinSession: '1.6',
  removePaymentToken: '1.2',
} as const;

export type ClientAnswer =
  /** Taken and signed. It says nothing about money: `data` does. */
  | { readonly kind: 'accepted'; readonly data: unknown }
  | { readonly kind: 'refused'; readonly code: string }
  /** Nobody can say whether the request was carried out. */
  | { readonly kind: 'unknown'; readonly why: string };

export interface Client {
  call(name: keyof typeof VERSIONS, data: object): Promise<ClientAnswer>;
}

const SIGNATURE_HEADER = 'sign';
const KEY_VERSION = '1';
const ACCEPTED = 'APPLY_SUCCESS';
const ANSWERED = 200;

const replySchema = v.object({
  code: v.pipe(v.string(), v.regex(/^\w{1,64}$/)),
  data: v.optional(v.unknown()),
});

/** The provider itself does not know: the outcome is asked about, never guessed. */
const LEAVES_OPEN: readonly string[] = [
  'SYSTEM_ERROR',
  'UNEXPECTED_ERROR',
  'REQUEST_TIMEOUT',
  'TOO_MANY_REQUEST',
  'PAYMENT_PROCESSING',
];

/** Our keys, our names or our clock are wrong. No payer can help that. */
const OUR_FAULT = /^(SIGN_VERIFY_FAILED|REQ_TIME_OVER_TIME|MERCHANT_\w+)$/;

/** Says what kind of failure it was and nothing of what was sent: tokens and keys must not reach a log. */
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

function read(bytes: Buffer, sign: string | null, signature: Signature): ClientAnswer {
  const reply = v.safeParse(replySchema, jsonIn(bytes));
  if (!reply.success) return { kind: 'unknown', why: 'unreadable answer' };
  const { code, data } = reply.output;
  if (LEAVES_OPEN.includes(code)) return { kind: 'unknown', why: code };
  if (code !== ACCEPTED) return { kind: 'refused', code };
  // Whoever it came from: a yes that the provider has not signed is nobody's yes.
  if (!signature.isOfProvider(bytes, sign))
    return { kind: 'unknown', why: 'an answer with a wrong signature' };
  return { kind: 'accepted', data };
}

/** One request, one try: whether a thing may be repeated is not for the wire to decide. */
export function payermaxClient({
  baseUrl,
  appId,
  merchantNo,
  signature,
  now,
  timeoutMs,
  fetch,
  observe = () => {},
}: ClientOptions): Client {
  const root = baseUrl.replace(/\/$/, '');

  async function send(name: string, body: string): Promise<ClientAnswer> {
    try {
      const answer = await fetch(`${root}/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          [SIGNATURE_HEADER]: signature.ofUs(body),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.status !== ANSWERED) return { kind: 'unknown', why: `status ${answer.status}` };
      return read(bytes, answer.headers.get(SIGNATURE_HEADER), signature);
    } catch (error) {
      return { kind: 'unknown', why: failure(error) };
    }
  }

  return {
    async call(name, data) {
      const begun = performance.now();
      const requestTime = now().toISOString().replace('Z', '+00:00');
      const head = { version: VERSIONS[name], keyVersion: KEY_VERSION, requestTime, appId, merchantNo };
      const answer = await send(name, JSON.stringify({ ...head, data }));
      // A refusal comes with status 200, and so does a provider in trouble: its own word for that is the outcome.
      const outcome = answer.kind === 'unknown' ? answer.why : '200';
      observe({ name, outcome, requestId: null, tookMs: performance.now() - begun });
      if (answer.kind === 'refused' && OUR_FAULT.test(answer.code))
        throw new Error(`PayerMax does not accept our requests: ${answer.code}`);
      return answer;
    },
  };
}
