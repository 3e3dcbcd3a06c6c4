import {
  ERROR_CATALOGUE,
  SUCCESS_CODE,
  type Envelope,
  type RefusalKind,
  type WireValue,
} from '@jawhara/contract';

/** What an answer became on the wire, once it was sent. */
export interface Written {
  text: string | null;
}

/** What a handler returns: an answer in our words, or a refusal by its name. Faults are thrown. */
export type Answer<Value> =
  | { readonly kind: 'answer'; readonly value: Value; readonly written?: Written }
  | {
      readonly kind: 'refusal';
      readonly refusal: RefusalKind;
      readonly retryAfterS?: number;
      readonly data?: WireValue;
    };

export function answer<Value>(value: Value): Answer<Value> {
  return { kind: 'answer', value };
}

/** For a value that many are given, again and again: it is written for the first of them. */
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

export function refusalEnvelope(refusal: RefusalKind, data: WireValue | null = null): Envelope {
  const { result, message } = ERROR_CATALOGUE[refusal];
  return { result, code: result, message, data };
}

export function faultEnvelope(row: { readonly result: number; readonly message: string }): Envelope {
  return { result: row.result, code: row.result, message: row.message, data: null };
}
