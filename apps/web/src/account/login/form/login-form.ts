import type { SignedIn } from '@jawhara/contract';
import { loginGaps, normaliseDigits, type LoginGap } from '@jawhara/domain';
import type { CallAnswer } from '../../../api/call-answer.ts';
import { isLoggedOut, problemOf, type LoginProblem } from '../problem-sentence.ts';
import type { Step } from '../../../machine.ts';

/** The credentials of a login attempt. */
export type Proof =
  | { readonly by: 'password'; readonly typedId: string; readonly password: string }
  | { readonly by: 'facebook'; readonly userId: string; readonly accessToken: string }
  | { readonly by: 'google'; readonly idToken: string };

type LoginStage =
  | { readonly at: 'typing' }
  | { readonly at: 'sending'; readonly proof: Proof }
  /** Pressed without a network: sent automatically when the network is back. */
  | { readonly at: 'offline'; readonly proof: Proof }
  | { readonly at: 'done' };

export interface LoginFormState {
  readonly typedId: string;
  readonly password: string;
  readonly gaps: readonly LoginGap[];
  readonly stage: LoginStage;
  readonly problem: LoginProblem | null;
}

export type LoginFormEvent =
  | { readonly type: 'typed-id'; readonly text: string }
  | { readonly type: 'typed-password'; readonly text: string }
  | { readonly type: 'pressed'; readonly isOnline: boolean }
  /** A sign-in provider has confirmed the visitor's identity. */
  | { readonly type: 'vouched'; readonly proof: Proof; readonly isOnline: boolean }
  | {
      readonly type: 'answered';
      readonly answer: CallAnswer<SignedIn>;
      readonly nowMs: number;
      readonly isOnline: boolean;
    }
  | { readonly type: 'threw' }
  | { readonly type: 'came-online' }
  /** `untilMs` identifies the wait that is over: a later refusal may have set a longer one. */
  | { readonly type: 'waited'; readonly untilMs: number }
  /** The session stored here was ended elsewhere. */
  | { readonly type: 'session-ended' };

export type LoginFormEffect =
  | { readonly do: 'send'; readonly proof: Proof }
  | { readonly do: 'focus'; readonly field: 'id' | 'password' }
  | { readonly do: 'finish'; readonly signedIn: SignedIn }
  | { readonly do: 'forget-login' }
  | { readonly do: 'report-throw' }
  | { readonly do: 'wait-until'; readonly untilMs: number };

type FormStep = Step<LoginFormState, LoginFormEffect>;
type Answered = Extract<LoginFormEvent, { type: 'answered' }>;

const TYPING = { at: 'typing' } as const;

export const EMPTY_FORM: LoginFormState = {
  typedId: '',
  password: '',
  gaps: [],
  stage: TYPING,
  problem: null,
};

const FIELD_OF = {
  'login-id-missing': 'id',
  'login-password-missing': 'password',
} as const satisfies Record<LoginGap, 'id' | 'password'>;

function isGap(refusal: string | null): refusal is LoginGap {
  return refusal !== null && refusal in FIELD_OF;
}

/** Typing clears the error and cancels a pending submit. */
function typed(state: LoginFormState, change: Partial<LoginFormState>, filled: LoginGap): FormStep {
  if (state.stage.at === 'sending' || state.stage.at === 'done') return [state];
  const problem = state.problem?.kind === 'too-many' ? state.problem : null;
  const gaps = state.gaps.filter((gap) => gap !== filled);
  return [{ ...state, ...change, stage: TYPING, gaps, problem }];
}

function submit(state: LoginFormState, proof: Proof, isOnline: boolean): FormStep {
  const clean = { ...state, gaps: [], problem: null };
  if (!isOnline) return [{ ...clean, stage: { at: 'offline', proof } }];
  return [
    { ...clean, stage: { at: 'sending', proof } },
    { do: 'send', proof },
  ];
}

function withGaps(state: LoginFormState, gaps: readonly [LoginGap, ...LoginGap[]]): FormStep {
  return [
    { ...state, gaps, stage: TYPING, problem: null },
    { do: 'focus', field: FIELD_OF[gaps[0]] },
  ];
}

function press(state: LoginFormState, isOnline: boolean): FormStep {
  if (state.stage.at !== 'typing' || state.problem?.kind === 'too-many') return [state];
  const { typedId, password } = state;
  const [first, ...others] = loginGaps(typedId, password);
  if (first !== undefined) return withGaps(state, [first, ...others]);
  return submit(state, { by: 'password', typedId, password }, isOnline);
}

function refusedOrFailed(
  state: LoginFormState,
  proof: Proof,
  { answer, nowMs, isOnline }: Answered,
): FormStep {
  if (answer.kind === 'ok') return [state];
  if (answer.kind === 'failed' && answer.failure === 'no-response' && !isOnline)
    return [{ ...state, stage: { at: 'offline', proof } }];
  if (answer.kind === 'refused' && isGap(answer.refusal)) return withGaps(state, [answer.refusal]);
  const problem = problemOf(answer, nowMs);
  const typing = { ...state, stage: TYPING, problem };
  if (problem.kind === 'wrong')
    return [
      { ...typing, password: '' },
      { do: 'focus', field: 'password' },
    ];
  if (problem.kind === 'too-many')
    return [
      { ...typing, password: '' },
      { do: 'wait-until', untilMs: problem.untilMs },
    ];
  return isLoggedOut(answer) ? [typing, { do: 'forget-login' }] : [typing];
}

function answered(state: LoginFormState, event: Answered): FormStep {
  if (state.stage.at !== 'sending') return [state];
  if (event.answer.kind !== 'ok') return refusedOrFailed(state, state.stage.proof, event);
  return [
    { ...state, password: '', stage: { at: 'done' } },
    { do: 'finish', signedIn: event.answer.value },
  ];
}

/** The state machine of the login form. Pure: effects are returned, not run. */
export function loginForm(state: LoginFormState, event: LoginFormEvent): FormStep {
  switch (event.type) {
    case 'typed-id':
      return typed(state, { typedId: normaliseDigits(event.text) }, 'login-id-missing');
    case 'typed-password':
      return typed(state, { password: event.text }, 'login-password-missing');
    case 'pressed':
      return press(state, event.isOnline);
    case 'vouched':
      return state.stage.at === 'typing' ? submit(state, event.proof, event.isOnline) : [state];
    case 'answered':
      return answered(state, event);
    case 'threw':
      if (state.stage.at !== 'sending') return [state];
      return [{ ...state, stage: TYPING, problem: { kind: 'internal' } }, { do: 'report-throw' }];
    case 'came-online':
      return state.stage.at === 'offline' ? submit(state, state.stage.proof, true) : [state];
    case 'waited':
      if (state.problem?.kind !== 'too-many' || state.problem.untilMs > event.untilMs) return [state];
      return [{ ...state, problem: null }];
    default: // 'session-ended'
      return [{ ...state, problem: { kind: 'ended-elsewhere' } }];
  }
}
