import { readTicket, type RefusalKind } from '@jawhara/contract';
import { describe, expect, it, vi } from 'vitest';
import { AMAL, NOURA } from '../../../api/test/accounts.ts';
import type { LinkCredentials } from '../../../browser/link-credentials.ts';
import {
  startAppSignIn,
  appSignIn,
  runAppSignIn,
  type AppSignInEntry,
  type AppSignInEvent,
  type AppSignInState,
  type AppSignInDeps,
} from './app-sign-in.ts';
import type { Call } from '../../../api/create-call.ts';

const TICKET: LinkCredentials = { by: 'ticket', secret: 'ticket-1' };
const KEY: LinkCredentials = { by: 'session_key', secret: 'b'.repeat(64) };
const NOURA_HERE = { sessionKey: 'a'.repeat(64), account: NOURA };
const entry = (provided: Partial<AppSignInEntry>): AppSignInEntry => ({
  credentials: TICKET,
  current: null,
  lastTicket: null,
  ...provided,
});
const ownerIs = (value: typeof NOURA, isInApp = false): AppSignInEvent => ({
  type: 'owner-read',
  answer: { kind: 'ok', value },
  isInApp,
  nowMs: 0,
});
const refusedBy = (refusal: RefusalKind): AppSignInEvent => ({
  type: 'owner-read',
  answer: { kind: 'refused', refusal, result: 1, message: 'void' },
  isInApp: false,
  nowMs: 0,
});
const read = (provided: Partial<AppSignInEntry>, event: AppSignInEvent) =>
  appSignIn(startAppSignIn(entry(provided))[0], event);
const asking = (provided: Partial<AppSignInEntry>): AppSignInState => read(provided, ownerIs(AMAL))[0];

describe('a ticket', () => {
  it('[LGN-03] a sign-in ticket that the payer has already accepted or declined is ignored', () => {
    expect(startAppSignIn(entry({ lastTicket: 'ticket-1' }))).toEqual([{ at: 'over' }]);
    expect(startAppSignIn(entry({ lastTicket: 'ticket-0' }))[1]).toEqual({
      do: 'read-owner',
      credentials: TICKET,
    });
  });

  it('a sign-in ticket asks for confirmation even when no account is signed in, and confirming signs in', () => {
    const prompted = asking({});
    expect(prompted).toMatchObject({ at: 'asking', owner: AMAL, current: null });
    const [signingIn, ...effects] = appSignIn(prompted, { type: 'said-yes' });
    expect(effects).toEqual([{ do: 'use-ticket', ticket: 'ticket-1' }]);
    expect(appSignIn(signingIn, { type: 'said-yes' })).toEqual([signingIn]);
    const signedIn = { sessionKey: 'c'.repeat(64), account: AMAL };
    const answer = { kind: 'ok', value: signedIn } as const;
    expect(appSignIn(signingIn, { type: 'answered', answer, nowMs: 0 })).toEqual([
      { at: 'over' },
      { do: 'remember-ticket', ticket: 'ticket-1' },
      { do: 'finish', signedIn },
    ]);
  });

  it('a declined sign-in ticket is stored and not used', () => {
    expect(appSignIn(asking({}), { type: 'said-no' })).toEqual([
      { at: 'over' },
      { do: 'remember-ticket', ticket: 'ticket-1' },
    ]);
  });

  it('a sign-in ticket of the account that is already signed in shows no dialog', () => {
    expect(read({ current: NOURA_HERE }, ownerIs(NOURA))[0]).toEqual({ at: 'over' });
  });

  it('an expired sign-in ticket shows the server’s message, and a time-out shows that the request took too long', () => {
    expect(read({}, refusedBy('login-ticket-void'))).toEqual([
      { at: 'over' },
      { do: 'tell', problem: { kind: 'said', message: 'void' } },
    ]);
    const late = { kind: 'failed', failure: 'timeout' } as const;
    expect(read({}, { type: 'owner-read', answer: late, isInApp: false, nowMs: 0 })[1]).toEqual({
      do: 'tell',
      problem: { kind: 'request-late' },
    });
  });
});

describe('a session key', () => {
  const SIGNED_IN = { do: 'finish', signedIn: { sessionKey: KEY.secret, account: AMAL } } as const;

  it('[APP-22] inside the app a session key in the link signs in at once when no account is signed in', () => {
    expect(read({ credentials: KEY }, ownerIs(AMAL, true))).toEqual([{ at: 'over' }, SIGNED_IN]);
  });

  it('[APP-22] [LGN-05] in a browser a session key in the link opens a dialog: confirming signs in, declining changes nothing', () => {
    const prompted = read({ credentials: KEY }, ownerIs(AMAL));
    expect(prompted).toEqual([{ at: 'asking', credentials: KEY, current: null, owner: AMAL }]);
    expect(appSignIn(prompted[0], { type: 'said-yes' })).toEqual([{ at: 'over' }, SIGNED_IN]);
    expect(appSignIn(prompted[0], { type: 'said-no' })).toEqual([{ at: 'over' }]);
  });

  it('[LGN-05] inside the app a session key of another account than the one signed in opens a dialog', () => {
    expect(read({ credentials: KEY, current: NOURA_HERE }, ownerIs(AMAL, true))[0]).toMatchObject({
      at: 'asking',
    });
  });

  it('inside the app a sign-in ticket opens a dialog as in a browser', () => {
    expect(read({}, ownerIs(AMAL, true))[0]).toMatchObject({ at: 'asking', current: null });
  });

  it('[LGN-05] a session key of another account opens a dialog about switching: declining closes it, confirming signs in', () => {
    const prompted = asking({ credentials: KEY, current: NOURA_HERE });
    expect(prompted).toMatchObject({ at: 'asking', owner: AMAL, current: NOURA });
    expect(appSignIn(prompted, { type: 'said-no' })).toEqual([{ at: 'over' }]);
    expect(appSignIn(prompted, { type: 'said-yes' })[1]).toMatchObject({ do: 'finish' });
  });

  it('a malformed session key in a link, or the one of the stored login, is ignored', () => {
    expect(startAppSignIn(entry({ credentials: { by: 'session_key', secret: 'x' } }))).toEqual([
      { at: 'over' },
    ]);
    const same: LinkCredentials = { by: 'session_key', secret: NOURA_HERE.sessionKey };
    expect(startAppSignIn(entry({ credentials: same, current: NOURA_HERE }))).toEqual([{ at: 'over' }]);
  });

  it('a visitor with an expired session key in the link sees a message, and a signed-in payer sees none', () => {
    expect(read({ credentials: KEY }, refusedBy('not-signed-in'))[1]).toEqual({
      do: 'tell',
      problem: { kind: 'ended-elsewhere' },
    });
    expect(read({ credentials: KEY, current: NOURA_HERE }, refusedBy('not-signed-in'))).toEqual([
      { at: 'over' },
    ]);
  });
});

const ENTRY = { credentials: { by: 'ticket', secret: 'ticket-1' }, current: null, lastTicket: null } as const;

function deps(call: Call): AppSignInDeps {
  return {
    call,
    callAs: () => call,
    nowMs: () => 0,
    isInApp: async () => false,
    rememberTicket: vi.fn<(ticket: string) => void>(),
    finish: () => undefined,
    forgetLogin: () => undefined,
    report: vi.fn<(fault: Error) => void>(),
    tell: vi.fn<AppSignInDeps['tell']>(),
  };
}

const thrown = () => Promise.reject(new Error('ticket-1 was thrown'));

it('[NET-03] when a ticket login throws, the dialog closes and error -9999 is reported, and the ticket can be used again', async () => {
  const readsOnly = ((endpoint: { name: string }) =>
    endpoint.name === readTicket.name ? Promise.resolve({ kind: 'ok', value: AMAL }) : thrown()) as Call;
  const provided = deps(readsOnly);
  const machine = runAppSignIn(ENTRY, provided);
  await vi.waitFor(() => expect(machine.getState().at).toBe('asking'));
  machine.send({ type: 'said-yes' });
  await vi.waitFor(() => expect(machine.getState().at).toBe('over'));
  expect(provided.report).toHaveBeenCalledExactlyOnceWith(new Error('login: -9999'));
  expect(provided.tell).toHaveBeenCalledExactlyOnceWith({ kind: 'internal' });
  expect(provided.rememberTicket).not.toHaveBeenCalled();
});

it('when reading the owner of a sign-in ticket throws, error -9999 is reported', async () => {
  const provided = deps(thrown);
  const machine = runAppSignIn(ENTRY, provided);
  await vi.waitFor(() => expect(machine.getState().at).toBe('over'));
  expect(provided.report).toHaveBeenCalledExactlyOnceWith(new Error('login: -9999'));
});
