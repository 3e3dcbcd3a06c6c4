import { logInWithTicket, readSignedInAccount, readTicket, type SignedIn } from '@jawhara/contract';
import type { Call } from '../../../api/create-call.ts';
import type { LinkCredentials } from '../../../browser/link-credentials.ts';
import { LOGIN_WAIT_MS, loginThrew } from '../form/run-login-form.ts';
import type { LoginProblem } from '../problem-sentence.ts';
import { runMachine, type RunningMachine } from '../run-machine.ts';
import { startAppSignIn, appSignIn } from './app-sign-in.ts';
import type { AppSignInEffect, AppSignInEntry, AppSignInEvent, AppSignInState } from './app-sign-in-state.ts';

export interface AppSignInDeps {
  readonly call: Call;
  readonly callAs: (sessionKey: string) => Call;
  readonly nowMs: () => number;
  readonly isInApp: () => Promise<boolean>;
  readonly rememberTicket: (ticket: string) => void;
  readonly finish: (signedIn: SignedIn) => void;
  readonly forgetLogin: () => void;
  readonly report: (fault: Error) => void;
  readonly tell: (problem: LoginProblem) => void;
}

const readOwner = ({ by, secret }: LinkCredentials, { call, callAs }: AppSignInDeps, signal: AbortSignal) => {
  const options = { signal, timeoutMs: LOGIN_WAIT_MS };
  return by === 'ticket'
    ? call(readTicket, { ticket: secret }, options)
    : callAs(secret)(readSignedInAccount, {}, options);
};

type Asking = Extract<AppSignInEffect, { do: 'read-owner' | 'use-ticket' }>;

async function ask(effect: Asking, deps: AppSignInDeps, signal: AbortSignal): Promise<AppSignInEvent> {
  const { nowMs } = deps;
  if (effect.do === 'read-owner') {
    const [answer, isInApp] = await Promise.all([
      readOwner(effect.credentials, deps, signal),
      deps.isInApp(),
    ]);
    return { type: 'owner-read', answer, isInApp, nowMs: nowMs() };
  }
  const options = { signal, timeoutMs: LOGIN_WAIT_MS };
  const answer = await deps.call(logInWithTicket, { ticket: effect.ticket }, options);
  return { type: 'answered', answer, nowMs: nowMs() };
}

export function runAppSignIn(
  entry: AppSignInEntry,
  deps: AppSignInDeps,
): RunningMachine<AppSignInState, AppSignInEvent> {
  return runMachine<AppSignInState, AppSignInEvent, AppSignInEffect>({
    begin: startAppSignIn(entry),
    step: appSignIn,
    async run(effect, emit, signal) {
      switch (effect.do) {
        case 'read-owner':
        case 'use-ticket':
          return emit(await ask(effect, deps, signal).catch((): AppSignInEvent => ({ type: 'threw' })));
        case 'forget-login':
          return deps.forgetLogin();
        case 'report-throw':
          return deps.report(loginThrew());
        case 'remember-ticket':
          return deps.rememberTicket(effect.ticket);
        case 'finish':
          return deps.finish(effect.signedIn);
        case 'tell':
          return deps.tell(effect.problem);
      }
    },
  });
}
