import {
  ERROR_CATALOGUE,
  errorMessage,
  SUCCESS_CODE,
  type Envelope,
  type RefusalKind,
  type WireValue,
} from '@jawhara/contract';

/** Responses in the API's envelope, serialised once and sent to many. */

export function goodEnvelope(data: WireValue): Buffer {
  return Buffer.from(JSON.stringify({ result: 0, code: SUCCESS_CODE, message: '', data } satisfies Envelope));
}

export function refusalEnvelope(refusal: RefusalKind): Buffer {
  const { result } = ERROR_CATALOGUE[refusal];
  const envelope: Envelope = { result, code: result, message: errorMessage(refusal, 'ar'), data: null };
  return Buffer.from(JSON.stringify(envelope));
}
