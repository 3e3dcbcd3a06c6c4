import { expect, it, vi } from 'vitest';
import type { Call } from '../../../api/create-call.ts';
import { runLoginForm, type LoginFormDeps } from './run-login-form.ts';

function deps(call: Call): LoginFormDeps {
  return {
    call,
    nowMs: () => 0,
    isOnline: () => true,
    waitExactly: () => Promise.resolve(),
    focus: () => undefined,
    finish: () => undefined,
    keepType: () => undefined,
    forgetLogin: () => undefined,
    report: vi.fn<(fault: Error) => void>(),
  };
}

it('[LGN-07] [NET-03] a login call that throws reports -9999 as an internal error, without the typed password', async () => {
  const provided = deps(() => Promise.reject(new Error('the password was secret')));
  const form = runLoginForm(provided);
  form.send({ type: 'typed-id', text: '5048213' });
  form.send({ type: 'typed-password', text: 'secret' });
  form.send({ type: 'pressed', isOnline: true });
  await vi.waitFor(() => expect(form.getState().problem).toEqual({ kind: 'internal' }));
  expect(provided.report).toHaveBeenCalledExactlyOnceWith(new Error('login: -9999'));
});

it('a closed login form ignores a late response', async () => {
  let answer: (value: never) => void = () => undefined;
  const form = runLoginForm(deps(() => new Promise((resolve) => (answer = resolve))));
  form.send({ type: 'vouched', proof: { by: 'google', idToken: 'a.b.c' }, isOnline: true });
  form.stop();
  answer({ kind: 'failed', failure: 'timeout' } as never);
  await Promise.resolve();
  expect(form.getState().stage.at).toBe('sending');
});
