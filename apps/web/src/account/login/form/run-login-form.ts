import {
  logInWithFacebook,
  logInWithGoogle,
  logInWithPassword,
  type SignedIn,
  LOGIN_THREW_RESULT,
} from '@jawhara/contract';
import type { CallAnswer } from '../../../api/call-answer.ts';
import type { Call, CallOptions } from '../../../api/create-call.ts';
import {
  EMPTY_FORM,
  loginForm,
  type Proof,
  type LoginFormEffect,
  type LoginFormEvent,
  type LoginFormState,
} from './login-form.ts';
import { runMachine, type RunningMachine } from '../../../machine.ts';

/** Sends the credentials of a login attempt by the call for their kind. */
function prove(call: Call, proof: Proof, options: CallOptions): Promise<CallAnswer<SignedIn>> {
  switch (proof.by) {
    case 'password':
      return call(logInWithPassword, proof, options);
    case 'facebook':
      return call(logInWithFacebook, proof, options);
    default:
      return call(logInWithGoogle, proof, options);
  }
}

/** A visitor does not wait longer than this for a login. */
export const LOGIN_WAIT_MS = 20_000;

/** Dependencies of the form's effects. */
export interface LoginFormDeps {
  readonly call: Call;
  readonly nowMs: () => number;
  readonly isOnline: () => boolean;
  readonly waitExactly: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly focus: (field: 'id' | 'password') => void;
  readonly keepType: (type: Proof['by']) => void;
  readonly finish: (signedIn: SignedIn) => void;
  readonly forgetLogin: () => void;
  readonly report: (fault: Error) => void;
}

/** The thrown error may contain typed text or a ticket, so only its number is reported. */
export const loginThrew = (): Error => new Error(`login: ${LOGIN_THREW_RESULT}`);

type Emit = (event: LoginFormEvent) => void;

async function send(
  { proof }: Extract<LoginFormEffect, { do: 'send' }>,
  deps: LoginFormDeps,
  emit: Emit,
  signal: AbortSignal,
): Promise<void> {
  try {
    const answer = await prove(deps.call, proof, { signal, timeoutMs: LOGIN_WAIT_MS });
    if (answer.kind === 'ok') deps.keepType(proof.by);
    emit({ type: 'answered', answer, nowMs: deps.nowMs(), isOnline: deps.isOnline() });
  } catch {
    emit({ type: 'threw' });
  }
}

export function runLoginForm(deps: LoginFormDeps): RunningMachine<LoginFormState, LoginFormEvent> {
  return runMachine<LoginFormState, LoginFormEvent, LoginFormEffect>({
    begin: [EMPTY_FORM],
    step: loginForm,
    async run(effect, emit, signal) {
      switch (effect.do) {
        case 'send':
          return send(effect, deps, emit, signal);
        case 'focus':
          return deps.focus(effect.field);
        case 'finish':
          return deps.finish(effect.signedIn);
        case 'forget-login':
          return deps.forgetLogin();
        case 'report-throw':
          return deps.report(loginThrew());
        case 'wait-until':
          await deps.waitExactly(effect.untilMs - deps.nowMs(), signal);
          return emit({ type: 'waited', untilMs: effect.untilMs });
      }
    },
  });
}
