import type { SignedIn } from '@jawhara/contract';
import type { CallAnswer, CallFailure } from '../../api/call-answer.ts';
import { word } from '../../words/word.ts';

/** Why the login failed, in the visitor's terms. */
export type LoginProblem =
  | {
      readonly kind:
        | 'wrong'
        | 'late'
        | 'request-late'
        | 'not-connected'
        | 'failed'
        | 'unknown-person'
        | 'ended-elsewhere'
        | 'internal';
    }
  | { readonly kind: 'too-many'; readonly waitS: number; readonly untilMs: number }
  /** The server's own sentence. */
  | { readonly kind: 'said'; readonly message: string };

type Refused = Extract<CallAnswer<SignedIn>, { kind: 'refused' }>;

/** The wait after too many attempts, where the server names no time. */
const RETRY_AFTER_S = 60;

const tooMany = (waitS: number, nowMs: number): LoginProblem => ({
  kind: 'too-many',
  waitS,
  untilMs: nowMs + waitS * 1000,
});

function problemOfRefusal({ refusal, message, retryAfterS }: Refused, nowMs: number): LoginProblem {
  switch (refusal) {
    case 'login-wrong':
      return { kind: 'wrong' };
    case 'login-unknown-person':
      return { kind: 'unknown-person' };
    case 'login-refused':
    case 'login-provider-away':
      return { kind: 'failed' };
    case 'not-signed-in':
      return { kind: 'ended-elsewhere' };
    case 'too-many-tries':
      return tooMany(retryAfterS ?? RETRY_AFTER_S, nowMs);
    default:
      return message === '' ? { kind: 'failed' } : { kind: 'said', message };
  }
}

function problemOfFailure(failure: CallFailure): LoginProblem {
  if (failure === 'timeout') return { kind: 'late' };
  return { kind: failure === 'no-response' ? 'not-connected' : 'failed' };
}

export function problemOf(answer: Exclude<CallAnswer<unknown>, { kind: 'ok' }>, nowMs: number): LoginProblem {
  return answer.kind === 'refused' ? problemOfRefusal(answer, nowMs) : problemOfFailure(answer.failure);
}

/** Whether the call was refused with result -10000: the account may not be used any more, and is signed out here too. */
export function isLoggedOut(answer: CallAnswer<unknown>): boolean {
  return answer.kind === 'refused' && answer.refusal === 'login-closed';
}

type PlainKind = Exclude<LoginProblem['kind'], 'too-many' | 'said'>;

const SENTENCES: { readonly [Kind in PlainKind]: () => string } = {
  wrong: () => word('login.wrong'),
  late: () => word('login.timeout'),
  'request-late': () => word('login.requestTimeout'),
  'not-connected': () => word('net.notConnected'),
  failed: () => word('login.failed'),
  'unknown-person': () => word('login.21266'),
  'ended-elsewhere': () => word('login.loggedOut'),
  internal: () => word('net.internal'),
};

const MINUTE_S = 60;

/** A sentence for each failure (LGN-09). */
export function problemSentence(problem: LoginProblem): string {
  if (problem.kind === 'said') return problem.message;
  if (problem.kind !== 'too-many') return SENTENCES[problem.kind]();
  const n = Math.ceil(problem.waitS / MINUTE_S);
  return word('login.tooMany', { n });
}
