import type { RefusalKind, SignedIn } from '@jawhara/contract';
import { describe, expect, it } from 'vitest';
import type { CallAnswer } from '../../../api/call-answer.ts';
import { NOURA } from '../../../api/test/accounts.ts';
import { EMPTY_FORM, loginForm, type LoginFormEvent, type LoginFormState, type Proof } from './login-form.ts';

const PAIR: Proof = { by: 'password', typedId: '5048213', password: 'secret' };
const GOOGLE: Proof = { by: 'google', idToken: 'a.b.c' };
const SIGNED_IN: SignedIn = { sessionKey: 'a'.repeat(64), account: NOURA };
const TYPED: LoginFormState = { ...EMPTY_FORM, typedId: '5048213', password: 'secret' };
const PRESSED: LoginFormEvent = { type: 'pressed', isOnline: true };

const sending = (proof: Proof): LoginFormState => ({ ...TYPED, stage: { at: 'sending', proof } });
const answered = (answer: CallAnswer<SignedIn>, isOnline = true): LoginFormEvent => ({
  type: 'answered',
  answer,
  nowMs: 1_000,
  isOnline,
});
const refused = (refusal: RefusalKind | null, more = {}): LoginFormEvent =>
  answered({ kind: 'refused', refusal, result: 1, message: '', ...more });

describe('the login form', () => {
  it('[LGN-01] submitting an empty login form marks all missing fields and focuses the first', () => {
    const [state, ...effects] = loginForm(EMPTY_FORM, PRESSED);
    expect(state.gaps).toEqual(['login-id-missing', 'login-password-missing']);
    expect(effects).toEqual([{ do: 'focus', field: 'id' }]);
    const [typed] = loginForm(state, { type: 'typed-id', text: '5' });
    expect(typed.gaps).toEqual(['login-password-missing']);
    expect(loginForm(typed, PRESSED)[1]).toEqual({ do: 'focus', field: 'password' });
  });

  it('while a login request is under way, further presses and typing change nothing', () => {
    const [state, ...effects] = loginForm(TYPED, PRESSED);
    expect(effects).toEqual([{ do: 'send', proof: PAIR }]);
    for (const event of [
      PRESSED,
      { type: 'typed-id', text: 'x' },
      { type: 'typed-password', text: 'x' },
      { type: 'vouched', proof: GOOGLE, isOnline: true },
    ] as const)
      expect(loginForm(state, event)).toEqual([state]);
  });

  it('[LGN-04] a successful login ends the form and deletes the typed password', () => {
    const [state, ...effects] = loginForm(sending(PAIR), answered({ kind: 'ok', value: SIGNED_IN }));
    expect(state).toMatchObject({ password: '', stage: { at: 'done' } });
    expect(effects).toEqual([{ do: 'finish', signedIn: SIGNED_IN }]);
    expect(loginForm(state, PRESSED)).toEqual([state]);
  });

  it('after a wrong password the password field is emptied and focused, and the typed id stays', () => {
    const [state, ...effects] = loginForm(sending(PAIR), refused('login-wrong'));
    expect(state).toMatchObject({ typedId: '5048213', password: '', problem: { kind: 'wrong' } });
    expect(effects).toEqual([{ do: 'focus', field: 'password' }]);
    expect(loginForm(state, { type: 'typed-password', text: 's' })[0].problem).toBeNull();
  });

  it('after too many attempts the login form cannot be sent until the wait is over', () => {
    const [state, ...effects] = loginForm(sending(PAIR), refused('too-many-tries', { retryAfterS: 90 }));
    expect(effects).toEqual([{ do: 'wait-until', untilMs: 91_000 }]);
    const [typed] = loginForm(state, { type: 'typed-password', text: 'secret' });
    expect(loginForm(typed, PRESSED)).toEqual([typed]);
    const [free] = loginForm(typed, { type: 'waited', untilMs: 91_000 });
    expect(loginForm(free, PRESSED)[1]).toEqual({ do: 'send', proof: PAIR });
  });

  it.each([
    ['a request that timed out', { kind: 'failed', failure: 'timeout' }, 'late'],
    ['a lost request', { kind: 'failed', failure: 'no-response' }, 'not-connected'],
    ['a server error', { kind: 'failed', failure: { status: 500 } }, 'failed'],
  ] as const)('[LGN-09] after %s the login form keeps everything typed', (_what, answer, problem) => {
    const [state, ...effects] = loginForm(sending(PAIR), answered(answer));
    expect(state).toEqual({ ...TYPED, problem: { kind: problem } });
    expect(effects).toEqual([]);
  });

  it.each([
    ['login-refused', 'failed'],
    ['login-provider-away', 'failed'],
    ['login-unknown-person', 'unknown-person'],
  ] as const)(
    '[LGN-06] a provider’s sign-in refused with %s shows a message and keeps what was typed',
    (refusal, problem) => {
      expect(loginForm(sending(GOOGLE), refused(refusal))).toEqual([
        { ...TYPED, problem: { kind: problem } },
      ]);
    },
  );

  it('[LGN-06] [NET-03] a login refused with -10000 signs out the current account and shows the server’s message', () => {
    const [state, ...effects] = loginForm(sending(GOOGLE), refused('login-closed', { message: 'closed' }));
    expect(state.problem).toEqual({ kind: 'said', message: 'closed' });
    expect(effects).toEqual([{ do: 'forget-login' }]);
  });

  it('[LGN-04] an unknown refusal of a login shows the server’s message, or a general failure without one', () => {
    const said = loginForm(sending(PAIR), refused(null, { message: 'too late today' }))[0];
    expect(said.problem).toEqual({ kind: 'said', message: 'too late today' });
    expect(loginForm(sending(PAIR), refused(null))[0].problem).toEqual({ kind: 'failed' });
  });

  it('[LGN-07] a login call that throws is shown as an internal error and reported', () => {
    expect(loginForm(sending(PAIR), { type: 'threw' })).toEqual([
      { ...TYPED, problem: { kind: 'internal' } },
      { do: 'report-throw' },
    ]);
  });
});

describe('the login form without a network', () => {
  it('a login pressed offline waits, and is sent when the network is back', () => {
    const [state, ...effects] = loginForm(TYPED, { type: 'pressed', isOnline: false });
    expect(state.stage).toEqual({ at: 'offline', proof: PAIR });
    expect(effects).toEqual([]);
    expect(loginForm(state, { type: 'came-online' })[1]).toEqual({ do: 'send', proof: PAIR });
  });

  it('a login request that loses the network waits until it is back', () => {
    const lost = answered({ kind: 'failed', failure: 'no-response' }, false);
    expect(loginForm(sending(PAIR), lost)[0].stage).toEqual({ at: 'offline', proof: PAIR });
  });

  it('a login that was changed while waiting for the network is not sent', () => {
    const [waiting] = loginForm(TYPED, { type: 'pressed', isOnline: false });
    const [typed] = loginForm(waiting, { type: 'typed-password', text: 'other' });
    expect(loginForm(typed, { type: 'came-online' })).toEqual([typed]);
  });

  it('a login form refused twice for too many attempts can be sent only after the longer of the two waiting times', () => {
    const first = refused('too-many-tries', { retryAfterS: 5 });
    const later = refused('too-many-tries', { retryAfterS: 9 });
    const [held, wait] = loginForm(sending(GOOGLE), first).filter(
      (one) => !('do' in one) || one.do === 'wait-until',
    );
    expect(wait).toEqual({ do: 'wait-until', untilMs: 6_000 });
    const vouched: LoginFormEvent = { type: 'vouched', proof: GOOGLE, isOnline: true };
    const [again] = loginForm(loginForm(held as LoginFormState, vouched)[0], later);
    expect(loginForm(again, { type: 'waited', untilMs: 6_000 })).toEqual([again]);
    expect(loginForm(again, { type: 'waited', untilMs: 10_000 })[0].problem).toBeNull();
  });
});
