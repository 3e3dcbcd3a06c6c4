import { CLIENT_RESULTS, type ClientFailure, type RefusalKind } from '@jawhara/contract';

/** No usable answer: a network fault, or an HTTP failure by its status. */
export type CallFailure = ClientFailure | { readonly status: number };

export type CallAnswer<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  /** The server refused the call. `refusal` is null for a number this site does not know. */
  | {
      readonly kind: 'refused';
      readonly refusal: RefusalKind | null;
      readonly result: number;
      /** For the screen: the answer's toast where it has one, else its message. */
      readonly message: string;
      /** Data of the refusal as received; the caller knows how to read it. */
      readonly data?: unknown;
      /** Seconds before another try makes sense, where the server names them. */
      readonly retryAfterS?: number;
    }
  | { readonly kind: 'failed'; readonly failure: CallFailure };

/** The number of a failure, for reports and for the text under an error message. */
export function resultOfFailure(failure: CallFailure): number {
  return typeof failure === 'string' ? CLIENT_RESULTS[failure] : failure.status;
}
