import {
  ERROR_CATALOGUE,
  errorMessage,
  SUCCESS_CODE,
  type Envelope,
  type ErrorKind,
  type RefusalKind,
  type WireValue,
} from '@jawhara/contract';
import type { Locale } from '@jawhara/domain';
import type { FastifyInstance } from 'fastify';

/** The JSON text of an answer; null until the answer is sent for the first time. */
interface WrittenAnswer {
  text: string | null;
}

/** The result of a handler: an answer, or a refusal by its name. Faults are thrown. */
export type Answer<Value> =
  | {
      readonly kind: 'answer';
      readonly value: Value;
      readonly written?: WrittenAnswer;
      /** True: the browser deletes its device cookie, so its next request comes from a new device. */
      readonly endsDevice?: boolean;
      /** The value of another device's cookie, which replaces the browser's own: from now on the browser is that device. */
      readonly becomesDevice?: string;
    }
  | {
      readonly kind: 'refusal';
      readonly refusal: RefusalKind;
      readonly retryAfterS?: number;
      readonly data?: WireValue;
    };

export function answer<Value>(value: Value): Extract<Answer<Value>, { kind: 'answer' }> {
  return { kind: 'answer', value };
}

/** For a value that many callers get: it is serialised only once. */
export function repeatedAnswer<Value>(value: Value): Answer<Value> {
  return { kind: 'answer', value, written: { text: null } };
}

export function refuse(
  refusal: RefusalKind,
  more: { retryAfterS?: number; data?: WireValue } = {},
): Answer<never> {
  return { kind: 'refusal', refusal, ...more };
}

export function goodEnvelope(data: WireValue): Envelope {
  return { result: 0, code: SUCCESS_CODE, message: '', data };
}

export function refusalEnvelope(
  refusal: RefusalKind,
  locale: Locale,
  data: WireValue | null = null,
): Envelope {
  const { result } = ERROR_CATALOGUE[refusal];
  return { result, code: result, message: errorMessage(refusal, locale), data };
}

export function faultEnvelope(
  { kind, result }: { readonly kind: ErrorKind; readonly result: number },
  locale: Locale,
): Envelope {
  return { result, code: result, message: errorMessage(kind, locale), data: null };
}

/** Headers of every answer. An API answer that a browser opens may load, run and frame nothing. */
export const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

const TWO_YEARS_S = 2 * 365 * 24 * 3600;

/** Must run before the other hooks, so that routes can override these headers. */
export function securityHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(API_HEADERS).header('x-request-id', request.id);
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${TWO_YEARS_S}; includeSubDomains`);
    }
    done();
  });
}
