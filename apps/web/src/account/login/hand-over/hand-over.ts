import type { AccountFace } from '@jawhara/contract';
import type { HandedOver } from '../../../browser/handed-over.ts';
import { SESSION_KEY } from '../../../browser/storage/stored-login.ts';
import { isLoggedOut, problemOf, type LoginProblem } from '../login-problem.ts';
import type { Step } from '../run-machine.ts';
import type { HandOverEffect, HandOverEntry, HandOverEvent, HandOverState } from './hand-over-state.ts';

type HandOverStep = Step<HandOverState, HandOverEffect>;
type Reading = Extract<HandOverState, { at: 'reading' }>;

const OVER = { at: 'over' } as const;

/** Answered once, by yes, by no or by the server: the same link does not ask again. */
function over(handed: HandedOver, ...effects: HandOverEffect[]): HandOverStep {
  const remember = handed.by === 'ticket' ? [{ do: 'remember-ticket', ticket: handed.secret } as const] : [];
  return [OVER, ...remember, ...effects];
}

export function beginHandOver({ handed, current, lastTicket }: HandOverEntry): HandOverStep {
  const { by, secret } = handed;
  const isNothingNew =
    by === 'ticket' ? secret === lastTicket : secret === current?.sessionKey || !SESSION_KEY.test(secret);
  if (isNothingNew) return [OVER];
  return [
    { at: 'reading', handed, current: current?.account ?? null },
    { do: 'read-owner', handed },
  ];
}

/** In a browser a link can carry a stranger's key, and what its visitor then saves is the stranger's: like a ticket, it asks first. */
function ownerKnown({ handed, current }: Reading, owner: AccountFace, isInApp: boolean): HandOverStep {
  if (owner.accountId === current?.accountId) return over(handed);
  if (handed.by === 'session_key' && current === null && isInApp)
    return over(handed, { do: 'finish', signedIn: { sessionKey: handed.secret, account: owner } });
  return [{ at: 'asking', handed, current, owner }];
}

/** Of a link that opens nothing any more only a visitor who is nobody yet is told: the others stay who they are. */
function told(problem: LoginProblem, current: AccountFace | null): HandOverEffect[] {
  if (problem.kind === 'ended-elsewhere' && current !== null) return [];
  return [{ do: 'tell', problem: problem.kind === 'late' ? { kind: 'request-late' } : problem }];
}

function answered(
  { handed, current }: Extract<HandOverState, { at: 'signing-in' }>,
  { answer, nowMs }: Extract<HandOverEvent, { type: 'answered' }>,
): HandOverStep {
  if (answer.kind === 'ok') return over(handed, { do: 'finish', signedIn: answer.value });
  const tell = told(problemOf(answer, nowMs), current);
  // Result -10000, as at the login form: whoever was signed in is so no more, and had said yes to that.
  if (isLoggedOut(answer)) return over(handed, { do: 'forget-login' }, ...tell);
  return [OVER, ...tell];
}

/** What becomes of a secret that the app put into a link. */
export function handOver(state: HandOverState, event: HandOverEvent): HandOverStep {
  switch (event.type) {
    case 'owner-read':
      if (state.at !== 'reading') return [state];
      if (event.answer.kind === 'ok') return ownerKnown(state, event.answer.value, event.isInApp);
      return [OVER, ...told(problemOf(event.answer, event.nowMs), state.current)];
    case 'said-no':
      return state.at === 'asking' ? over(state.handed) : [state];
    case 'said-yes': {
      if (state.at !== 'asking') return [state];
      const { handed, owner } = state;
      if (handed.by === 'session_key')
        return over(handed, { do: 'finish', signedIn: { sessionKey: handed.secret, account: owner } });
      return [
        { ...state, at: 'signing-in' },
        { do: 'use-ticket', ticket: handed.secret },
      ];
    }
    case 'threw':
      // Nobody knows what became of it, so the same link may ask again.
      return [OVER, { do: 'report-throw' }, { do: 'tell', problem: { kind: 'internal' } }];
    default:
      return state.at === 'signing-in' ? answered(state, event) : [state];
  }
}
