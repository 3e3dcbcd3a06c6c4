import { useEffect, type RefObject } from 'react';
import { call } from '../../../api/call.ts';
import { isOnline, subscribeToOnline, waitExactly } from '../../../browser/waits.ts';
import { forgetLogin, storedLoginType } from '../../../browser/storage/login.ts';
import { finishLogin } from '../finish-login.ts';
import { goOn } from '../return-address.ts';
import { useMachine } from '../use-machine.ts';
import { EMPTY_FORM } from './login-form.ts';
import type { LoginFormEvent, LoginFormState } from './login-form-state.ts';
import { runLoginForm } from './run-login-form.ts';

export interface UsedLoginForm {
  readonly state: LoginFormState;
  readonly send: (event: LoginFormEvent) => void;
}

/** The fields are found by name in the form they stand in. */
export function useLoginForm(form: RefObject<HTMLFormElement | null>): UsedLoginForm {
  const { state, send } = useMachine(EMPTY_FORM, () =>
    runLoginForm({
      call,
      nowMs: Date.now,
      isOnline,
      waitExactly,
      focus(field) {
        // After the page has drawn what the machine said of it.
        setTimeout(() => {
          const input = form.current?.elements.namedItem(field);
          if (input instanceof HTMLInputElement) input.focus();
        });
      },
      keepType: storedLoginType.write,
      finish: (signedIn) => void finishLogin(signedIn, goOn),
      forgetLogin,
      report: (fault) => globalThis.reportError?.(fault),
    }),
  );
  useEffect(
    () =>
      subscribeToOnline(() => {
        if (isOnline()) send({ type: 'came-online' });
      }),
    [send],
  );
  return { state, send };
}
