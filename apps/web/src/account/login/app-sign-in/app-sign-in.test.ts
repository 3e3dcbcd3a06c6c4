import type { RefusalKind } from '@jawhara/contract';
import { describe, expect, it } from 'vitest';
import { AMAL, NOURA } from '../../../api/test/accounts.ts';
import type { LinkCredentials } from '../../../browser/link-credentials.ts';
import { startAppSignIn, handOver } from './app-sign-in.ts';
import type { AppSignInEntry, AppSignInEvent, AppSignInState } from './app-sign-in-state.ts';

const TICKET: LinkCredentials = { by: 'ticket', secret: 'ticket-1' };
const KEY: LinkCredentials = { by: 'session_key', secret: 'b'.repeat(64) };
const NOURA_HERE = { sessionKey: 'a'.repeat(64), account: NOURA };
const entry = (given: Partial<AppSignInEntry>): AppSignInEntry => ({
  handed: TICKET,
  current: null,
  lastTicket: null,
  ...given,
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
const read = (given: Partial<AppSignInEntry>, event: AppSignInEvent) =>
  handOver(startAppSignIn(entry(given))[0], event);
const asking = (given: Partial<AppSignInEntry>): AppSignInState => read(given, ownerIs(AMAL))[0];

describe('a ticket', () => {
  it('[LGN-03] that was answered before is skipped', () => {
    expect(startAppSignIn(entry({ lastTicket: 'ticket-1' }))).toEqual([{ at: 'over' }]);
    expect(startAppSignIn(entry({ lastTicket: 'ticket-0' }))[1]).toEqual({
      do: 'read-owner',
      handed: TICKET,
    });
  });

  it('is asked about, also when nobody is signed in, and used by a yes', () => {
    const asked = asking({});
    expect(asked).toMatchObject({ at: 'asking', owner: AMAL, current: null });
    const [signingIn, ...effects] = handOver(asked, { type: 'said-yes' });
    expect(effects).toEqual([{ do: 'use-ticket', ticket: 'ticket-1' }]);
    expect(handOver(signingIn, { type: 'said-yes' })).toEqual([signingIn]);
    const signedIn = { sessionKey: 'c'.repeat(64), account: AMAL };
    const answer = { kind: 'ok', value: signedIn } as const;
    expect(handOver(signingIn, { type: 'answered', answer, nowMs: 0 })).toEqual([
      { at: 'over' },
      { do: 'remember-ticket', ticket: 'ticket-1' },
      { do: 'finish', signedIn },
    ]);
  });

  it('that was refused by its owner is not used and not asked about again', () => {
    expect(handOver(asking({}), { type: 'said-no' })).toEqual([
      { at: 'over' },
      { do: 'remember-ticket', ticket: 'ticket-1' },
    ]);
  });

  it('of whoever is signed in already asks nothing', () => {
    expect(read({ current: NOURA_HERE }, ownerIs(NOURA))[0]).toEqual({ at: 'over' });
  });

  it('that is void says so; a late answer is called late', () => {
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

  it('[APP-22] inside the app signs in at once when nobody is signed in', () => {
    expect(read({ handed: KEY }, ownerIs(AMAL, true))).toEqual([{ at: 'over' }, SIGNED_IN]);
  });

  it('[APP-22] [LGN-05] in a browser asks, also when nobody is signed in: a yes signs in, a no does nothing', () => {
    const asked = read({ handed: KEY }, ownerIs(AMAL));
    expect(asked).toEqual([{ at: 'asking', handed: KEY, current: null, owner: AMAL }]);
    expect(handOver(asked[0], { type: 'said-yes' })).toEqual([{ at: 'over' }, SIGNED_IN]);
    expect(handOver(asked[0], { type: 'said-no' })).toEqual([{ at: 'over' }]);
  });

  it('[LGN-05] of another user asks inside the app too', () => {
    expect(read({ handed: KEY, current: NOURA_HERE }, ownerIs(AMAL, true))[0]).toMatchObject({
      at: 'asking',
    });
  });

  it('a ticket asks inside the app as in a browser', () => {
    expect(read({}, ownerIs(AMAL, true))[0]).toMatchObject({ at: 'asking', current: null });
  });

  it('[LGN-05] of another user than the current one is asked about', () => {
    const asked = asking({ handed: KEY, current: NOURA_HERE });
    expect(asked).toMatchObject({ at: 'asking', owner: AMAL, current: NOURA });
    expect(handOver(asked, { type: 'said-no' })).toEqual([{ at: 'over' }]);
    expect(handOver(asked, { type: 'said-yes' })[1]).toMatchObject({ do: 'finish' });
  });

  it('that is no key, or the one that is kept, is no question', () => {
    expect(startAppSignIn(entry({ handed: { by: 'session_key', secret: 'x' } }))).toEqual([{ at: 'over' }]);
    const same: LinkCredentials = { by: 'session_key', secret: NOURA_HERE.sessionKey };
    expect(startAppSignIn(entry({ handed: same, current: NOURA_HERE }))).toEqual([{ at: 'over' }]);
  });

  it('that opens nothing is told to a visitor who is nobody, and to nobody else', () => {
    expect(read({ handed: KEY }, refusedBy('not-signed-in'))[1]).toEqual({
      do: 'tell',
      problem: { kind: 'ended-elsewhere' },
    });
    expect(read({ handed: KEY, current: NOURA_HERE }, refusedBy('not-signed-in'))).toEqual([{ at: 'over' }]);
  });
});
