import { loginGaps, type LoginGap } from '@jawhara/domain';
import { isLoggedOut, problemOf } from '../problem-sentence.ts';
import type { Step } from '../run-machine.ts';
import type { LoginFormEffect, LoginFormEvent, LoginFormState, Proof } from './login-form-state.ts';

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

/** The life of the login form. Pure: what is to be done is said, not done. */
export function loginForm(state: LoginFormState, event: LoginFormEvent): FormStep {
  switch (event.type) {
    case 'typed-id':
      return typed(state, { typedId: event.text }, 'login-id-missing');
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
