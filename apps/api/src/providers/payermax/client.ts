import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import * as v from 'valibot';
import { sendOnce, type Reply, type Silence, type WireOptions } from '../send-once.ts';

/** RSA-SHA256 over the exact bytes, in base64: the header `sign`, in both directions. */
export interface Signature {
  ofUs(body: string): string;
  isOfProvider(body: Buffer, signature: unknown): boolean;
}

const ALGORITHM = 'RSA-SHA256';

const ONE_KEY = /-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g;

/**
 * Throws for an invalid key, so that a wrong setting stops the start and not a payment. During a rotation of the provider's key
 * the text holds both keys, and a signature of either is accepted.
 */
export function payermaxSignature(privateKeyPem: string, publicKeyPem: string): Signature {
  const ours = createPrivateKey(privateKeyPem);
  const theirs = (publicKeyPem.match(ONE_KEY) ?? [publicKeyPem]).map((pem) => createPublicKey(pem));
  return {
    ofUs: (body) => sign(ALGORITHM, Buffer.from(body), ours).toString('base64'),
    // A header that was sent twice is an array, which is not accepted as a signature.
    isOfProvider: (body, signature) =>
      typeof signature === 'string' &&
      theirs.some((key) => verify(ALGORITHM, body, key, Buffer.from(signature, 'base64'))),
  };
}

export type PayermaxClientOptions = WireOptions & {
  readonly appId: string;
  readonly merchantNo: string;
  readonly signature: Signature;
  /** The provider refuses a request that is more than two minutes old. */
  readonly now: () => Date;
};

/** The calls we make, each with the version of its envelope. */
const VERSIONS = {
  orderAndPay: '1.4',
  orderQuery: '1.4',
  refund: '1.4',
  refundQuery: '1.4',
  applyDropinSession: '1.6',
  removePaymentToken: '1.2',
} as const;

export type PayermaxClientAnswer =
  /** Accepted and signed. It says nothing about money: `data` does. */
  | { readonly kind: 'accepted'; readonly data: unknown }
  | { readonly kind: 'refused'; readonly code: string }
  | Silence;

export interface PayermaxClient {
  call(name: keyof typeof VERSIONS, data: object): Promise<PayermaxClientAnswer>;
}

const SIGNATURE_HEADER = 'sign';
const KEY_VERSION = '1';
const ACCEPTED = 'APPLY_SUCCESS';
const ANSWERED = 200;

const replySchema = v.object({
  code: v.pipe(v.string(), v.regex(/^\w{1,64}$/)),
  data: v.optional(v.unknown()),
});

/**
 * Codes that decide nothing about a payment, so it is looked up later. The provider does not know the outcome itself, or
 * rejects our call: a wrong key, name, clock or contract, too many calls, or a payment method that is closed at the moment.
 */
const LEAVES_OPEN: readonly string[] = [
  'SYSTEM_ERROR',
  'UNEXPECTED_ERROR',
  'REQUEST_TIMEOUT',
  'PAYMENT_PROCESSING',
  'TOO_MANY_REQUEST',
  'SIGN_VERIFY_FAILED',
  'REQ_TIME_OVER_TIME',
  'MERCHANT_INVALID',
  'MERCHANT_APP_INVALID',
  'CONTRACT_INVALID',
  'ONBOARD_ERROR',
  'PAYMENT_METHOD_SUSPEND',
];

function read(answer: Reply, signature: Signature): PayermaxClientAnswer {
  if (answer.kind === 'unknown') return answer;
  if (answer.status !== ANSWERED) return { kind: 'unknown', why: `status ${answer.status}` };
  const reply = v.safeParse(replySchema, answer.json);
  if (!reply.success) return { kind: 'unknown', why: 'unreadable answer' };
  const { code, data } = reply.output;
  if (LEAVES_OPEN.includes(code)) return { kind: 'unknown', why: code };
  if (code !== ACCEPTED) return { kind: 'refused', code };
  // An unsigned success counts as no answer.
  if (!signature.isOfProvider(answer.bytes, answer.headers.get(SIGNATURE_HEADER)))
    return { kind: 'unknown', why: 'an answer with a wrong signature' };
  return { kind: 'accepted', data };
}

export function payermaxClient({
  appId,
  merchantNo,
  signature,
  now,
  ...wire
}: PayermaxClientOptions): PayermaxClient {
  async function send(name: string, body: string): Promise<PayermaxClientAnswer> {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      [SIGNATURE_HEADER]: signature.ofUs(body),
    };
    return read(await sendOnce(wire, `/${name}`, { method: 'POST', headers, body }), signature);
  }

  return {
    async call(name, data) {
      const startedAtMs = performance.now();
      const requestTime = now().toISOString().replace('Z', '+00:00');
      const head = { version: VERSIONS[name], keyVersion: KEY_VERSION, requestTime, appId, merchantNo };
      const answer = await send(name, JSON.stringify({ ...head, data }));
      // A refusal has status 200, and so has a failure of the provider: its result code is the outcome.
      const outcome = answer.kind === 'unknown' ? answer.why : '200';
      wire.observe?.({ name, outcome, requestId: null, tookMs: performance.now() - startedAtMs });
      return answer;
    },
  };
}
