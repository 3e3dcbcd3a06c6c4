import { findRecipient, parse, wireRecipient, type RefusalKind } from '@jawhara/contract';
import { isIdAskedFor, type DisplayId, type Recipient } from '@jawhara/domain';
import type { CallFailure } from '../api/call-answer.ts';
import type { Call } from '../api/create-call.ts';

export type LookUp =
  | { readonly kind: 'found'; readonly recipient: Recipient }
  | {
      readonly kind: 'refused';
      readonly displayId: DisplayId;
      readonly refusal: RefusalKind | null;
      readonly message: string;
      /** Whose account it is, where the server shows it: a banned one's owner must see whom the fine is for. */
      readonly face: Recipient | null;
    }
  | { readonly kind: 'failed'; readonly displayId: DisplayId; readonly failure: CallFailure };

/** Whose id is this? Somebody else's account is no answer, even if the server found one. */
export async function lookUp(displayId: DisplayId, call: Call, signal?: AbortSignal): Promise<LookUp> {
  const answer = await call(findRecipient, { displayId }, { signal });
  if (answer.kind === 'failed') return { kind: 'failed', displayId, failure: answer.failure };
  if (answer.kind === 'refused') {
    const face = parse(wireRecipient, answer.data);
    return {
      kind: 'refused',
      displayId,
      refusal: answer.refusal,
      message: answer.message,
      face: face.kind === 'parsed' && isIdAskedFor(displayId, face.value.displayId) ? face.value : null,
    };
  }
  if (!isIdAskedFor(displayId, answer.value.displayId)) {
    return { kind: 'refused', displayId, refusal: 'not-found', message: '', face: null };
  }
  return { kind: 'found', recipient: answer.value };
}
