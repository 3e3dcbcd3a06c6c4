import {
  logInWithTicket,
  readSignedInAccount,
  readTicket,
  type AccountFace,
  type SignedIn,
} from '@jawhara/contract';
import type { CallAnswer } from '../../../api/call-answer.ts';
import type { LinkCredentials } from '../../../browser/link-credentials.ts';
import { isLoggedOut, problemOf, type LoginProblem } from '../problem-sentence.ts';
import { SESSION_KEY } from '../../../browser/storage/login.ts';
import { runMachine, type Step, type RunningMachine } from '../../../machine.ts';
import type { Call } from '../../../api/create-call.ts';
import { LOGIN_WAIT_MS, loginThrew } from '../form/run-login-form.ts';

export interface AppSignInEntry {
  readonly credentials: LinkCredentials;
  /** The account that is signed in here, with its key. */
  readonly current: SignedIn | null;
  readonly lastTicket: string | null;
}

interface Known {
  readonly credentials: LinkCredentials;
  readonly current: AccountFace | null;
  readonly owner: AccountFace;
}

export type AppSignInState =
  | { readonly at: 'reading'; readonly credentials: LinkCredentials; readonly current: AccountFace | null }
  | ({ readonly at: 'asking' } & Known)
  | ({ readonly at: 'signing-in' } & Known)
  | { readonly at: 'over' };

export type AppSignInEvent =
  | {
      readonly type: 'owner-read';
      readonly answer: CallAnswer<AccountFace>;
      /** The page runs inside the host app, which opened it. */
      readonly isInApp: boolean;
      readonly nowMs: number;
    }
  | { readonly type: 'said-yes' }
  | { readonly type: 'said-no' }
  | { readonly type: 'answered'; readonly answer: CallAnswer<SignedIn>; readonly nowMs: number }
  /** A call for the sign-in threw an error. */
  | { readonly type: 'threw' };

type AppSignInEffect =
  | { readonly do: 'read-owner'; readonly credentials: LinkCredentials }
  | { readonly do: 'use-ticket'; readonly ticket: string }
  | { readonly do: 'remember-ticket'; readonly ticket: string }
  | { readonly do: 'finish'; readonly signedIn: SignedIn }
  | { readonly do: 'forget-login' }
  | { readonly do: 'report-throw' }
  | { readonly do: 'tell'; readonly problem: LoginProblem };

type AppSignInNext = Step<AppSignInState, AppSignInEffect>;
type Reading = Extract<AppSignInState, { at: 'reading' }>;

const OVER = { at: 'over' } as const;

/** Ends the sign-in after the visitor's or the server's answer. A used ticket is stored: its link opens no dialog again. */
function over(credentials: LinkCredentials, ...effects: AppSignInEffect[]): AppSignInNext {
  const remember =
    credentials.by === 'ticket' ? [{ do: 'remember-ticket', ticket: credentials.secret } as const] : [];
  return [OVER, ...remember, ...effects];
}

export function startAppSignIn({ credentials, current, lastTicket }: AppSignInEntry): AppSignInNext {
  const { by, secret } = credentials;
  const isNothingNew =
    by === 'ticket' ? secret === lastTicket : secret === current?.sessionKey || !SESSION_KEY.test(secret);
  if (isNothingNew) return [OVER];
  return [
    { at: 'reading', credentials, current: current?.account ?? null },
    { do: 'read-owner', credentials },
  ];
}

/**
 * In a browser a link can carry a stranger's session key, and the visitor would save data to the stranger's account: like a
 * ticket, such a key needs confirmation.
 */
function ownerKnown({ credentials, current }: Reading, owner: AccountFace, isInApp: boolean): AppSignInNext {
  if (owner.accountId === current?.accountId) return over(credentials);
  if (credentials.by === 'session_key' && current === null && isInApp)
    return over(credentials, { do: 'finish', signedIn: { sessionKey: credentials.secret, account: owner } });
  return [{ at: 'asking', credentials, current, owner }];
}

/** An expired link is reported only to a visitor without a login: a signed-in visitor keeps the current login. */
function problemEffects(problem: LoginProblem, current: AccountFace | null): AppSignInEffect[] {
  if (problem.kind === 'ended-elsewhere' && current !== null) return [];
  return [{ do: 'tell', problem: problem.kind === 'late' ? { kind: 'request-late' } : problem }];
}

function answered(
  { credentials, current }: Extract<AppSignInState, { at: 'signing-in' }>,
  { answer, nowMs }: Extract<AppSignInEvent, { type: 'answered' }>,
): AppSignInNext {
  if (answer.kind === 'ok') return over(credentials, { do: 'finish', signedIn: answer.value });
  const tell = problemEffects(problemOf(answer, nowMs), current);
  // Result -10000 means that the account may not be used. The visitor had agreed to replace the current login, so it is
  // removed.
  if (isLoggedOut(answer)) return over(credentials, { do: 'forget-login' }, ...tell);
  return [OVER, ...tell];
}

/** The state machine of a sign-in by the credentials in the app's link. */
export function appSignIn(state: AppSignInState, event: AppSignInEvent): AppSignInNext {
  switch (event.type) {
    case 'owner-read':
      if (state.at !== 'reading') return [state];
      if (event.answer.kind === 'ok') return ownerKnown(state, event.answer.value, event.isInApp);
      return [OVER, ...problemEffects(problemOf(event.answer, event.nowMs), state.current)];
    case 'said-no':
      return state.at === 'asking' ? over(state.credentials) : [state];
    case 'said-yes': {
      if (state.at !== 'asking') return [state];
      const { credentials, owner } = state;
      if (credentials.by === 'session_key')
        return over(credentials, {
          do: 'finish',
          signedIn: { sessionKey: credentials.secret, account: owner },
        });
      return [
        { ...state, at: 'signing-in' },
        { do: 'use-ticket', ticket: credentials.secret },
      ];
    }
    case 'threw':
      // The outcome is unknown, so the same link may be tried again.
      return [OVER, { do: 'report-throw' }, { do: 'tell', problem: { kind: 'internal' } }];
    default:
      return state.at === 'signing-in' ? answered(state, event) : [state];
  }
}

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
