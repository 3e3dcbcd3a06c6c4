import type { AccountFace } from '@jawhara/contract';
import type { LinkCredentials } from '../../../browser/link-credentials.ts';
import { SESSION_KEY } from '../../../browser/storage/login.ts';
import { isLoggedOut, problemOf, type LoginProblem } from '../problem-sentence.ts';
import type { Step } from '../run-machine.ts';
import type { AppSignInEffect, AppSignInEntry, AppSignInEvent, AppSignInState } from './app-sign-in-state.ts';

type AppSignInNext = Step<AppSignInState, AppSignInEffect>;
type Reading = Extract<AppSignInState, { at: 'reading' }>;

const OVER = { at: 'over' } as const;

/** Ends the sign-in for good, after the visitor's yes or no or the server's answer: the same link does not ask again. */
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

/** An expired link is reported only to a guest: a signed-in visitor keeps the current login. */
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
  // Result -10000, as at the login form: the current login has ended, and the visitor had agreed to replace it.
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
