import { CLIENT_RESULTS, type ClientFailure, type RefusalKind } from '@jawhara/contract';

/** No usable answer came: either the network's fault, or an HTTP failure by its status. */
export type CallFailure = ClientFailure | { readonly status: number };

export type CallAnswer<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  /** The server understood and said no. `refusal` is null for a number this site does not know. */
  | {
      readonly kind: 'refused';
      readonly refusal: RefusalKind | null;
      readonly result: number;
      readonly message: string;
    }
  | { readonly kind: 'failed'; readonly failure: CallFailure };

/** The one number of a failure, for reports and small print. */
export function resultOfFailure(failure: CallFailure): number {
  return typeof failure === 'string' ? CLIENT_RESULTS[failure] : failure.status;
}

/** What a query throws, so that the cache sees an error and the screen still sees the answer. */
export class CallError extends Error {
  readonly answer: Exclude<CallAnswer<unknown>, { kind: 'ok' }>;

  constructor(answer: Exclude<CallAnswer<unknown>, { kind: 'ok' }>) {
    super(
      answer.kind === 'refused' ? `refused ${answer.result}` : `failed ${resultOfFailure(answer.failure)}`,
    );
    this.name = 'CallError';
    this.answer = answer;
  }
}

export function valueOf<Value>(answer: CallAnswer<Value>): Value {
  if (answer.kind === 'ok') return answer.value;
  throw new CallError(answer);
}
