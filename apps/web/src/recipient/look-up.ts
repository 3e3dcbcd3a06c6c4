import { findRecipient, type RefusalKind } from '@jawhara/contract';
import { isSameDisplayId, type DisplayId, type Recipient } from '@jawhara/domain';
import type { CallFailure } from '../api/call-answer.ts';
import type { Call } from '../api/create-call.ts';

export type LookUp =
  | { readonly kind: 'found'; readonly recipient: Recipient }
  | {
      readonly kind: 'refused';
      readonly displayId: DisplayId;
      readonly refusal: RefusalKind | null;
      readonly message: string;
      /** Data of the refusal: the account, and until when it is banned, where the server shows it. */
      readonly data?: unknown;
    }
  | { readonly kind: 'failed'; readonly displayId: DisplayId; readonly failure: CallFailure };

/** Finds the account of an id. An account with another id is no answer, even if the server found one. */
export async function lookUp(displayId: DisplayId, call: Call, signal?: AbortSignal): Promise<LookUp> {
  const answer = await call(findRecipient, { displayId }, { signal });
  if (answer.kind === 'failed') return { kind: 'failed', displayId, failure: answer.failure };
  if (answer.kind === 'refused') {
    const { refusal, message, data } = answer;
    return { kind: 'refused', displayId, refusal, message, data };
  }
  if (!isSameDisplayId(displayId, answer.value.displayId)) {
    return { kind: 'refused', displayId, refusal: 'not-found', message: '' };
  }
  return { kind: 'found', recipient: answer.value };
}
