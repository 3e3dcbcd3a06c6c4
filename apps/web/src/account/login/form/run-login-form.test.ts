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

it('[LGN-07] [NET-03] a login call that throws is -9999, an internal error, reported without what was typed', async () => {
  const provided = deps(() => Promise.reject(new Error('the password was secret')));
  const form = runLoginForm(provided);
  form.send({ type: 'typed-id', text: '5048213' });
  form.send({ type: 'typed-password', text: 'secret' });
  form.send({ type: 'pressed', isOnline: true });
  await vi.waitFor(() => expect(form.getState().problem).toEqual({ kind: 'internal' }));
  expect(provided.report).toHaveBeenCalledExactlyOnceWith(new Error('login: -9999'));
});

it('a form that is left hears no answer any more', async () => {
  let answer: (value: never) => void = () => undefined;
  const form = runLoginForm(deps(() => new Promise((resolve) => (answer = resolve))));
  form.send({ type: 'vouched', proof: { by: 'google', idToken: 'a.b.c' }, isOnline: true });
  form.stop();
  answer({ kind: 'failed', failure: 'timeout' } as never);
  await Promise.resolve();
  expect(form.getState().stage.at).toBe('sending');
});
