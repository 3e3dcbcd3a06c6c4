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

/** The serialised text of an answer, once it was sent. */
export interface WrittenAnswer {
  text: string | null;
}

/** The result of a handler: an answer, or a refusal by its name. Faults are thrown. */
export type Answer<Value> =
  | {
      readonly kind: 'answer';
      readonly value: Value;
      readonly written?: WrittenAnswer;
      /** The browser's cookie is deleted: its next request comes from an unknown device. */
      readonly endsDevice?: boolean;
      /** The browser becomes another device: the value of that device's cookie. */
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

/** For a value that many callers get: it is serialised once. */
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
