import { useEffect, useState, type RefObject } from 'react';
import { call } from '../../../api/call.ts';
import { isOnline, subscribeToOnline, waitExactly } from '../../../browser/waits.ts';
import { forgetLogin } from '../../../browser/storage/forget-login.ts';
import { storedLoginType } from '../../../browser/storage/login.ts';
import { usePageScope } from '../../../page-scope.ts';
import { finishLogin, goOn } from '../finish-login.ts';
import { useMachine } from '../../../machine.ts';
import { EMPTY_FORM, type LoginFormEvent, type LoginFormState } from './login-form.ts';
import { runLoginForm } from './run-login-form.ts';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { word } from '../../../words/word.ts';

interface UsedLoginForm {
  readonly state: LoginFormState;
  readonly send: (event: LoginFormEvent) => void;
}

/** Runs the login form's machine. A field that should get the focus is found in the form by its name. */
export function useLoginForm(form: RefObject<HTMLFormElement | null>): UsedLoginForm {
  const page = usePageScope();
  const { state, send } = useMachine(EMPTY_FORM, () =>
    runLoginForm({
      call,
      nowMs: Date.now,
      isOnline,
      waitExactly,
      focus(field) {
        // The focus moves after the page has drawn the machine's new state.
        setTimeout(() => {
          const input = form.current?.elements.namedItem(field);
          if (input instanceof HTMLInputElement) input.focus();
        });
      },
      keepType: storedLoginType.write,
      finish: (signedIn) => void finishLogin(signedIn, () => goOn(page)),
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

const ID_MAX = 64;
const PASSWORD_MAX = 256;

function passwordError({ state }: UsedLoginForm): string | null {
  if (state.gaps.includes('login-password-missing')) return word('login.needPassword');
  return state.problem?.kind === 'wrong' ? word('login.wrong') : null;
}

export function LoginFields(form: UsedLoginForm) {
  const { state, send } = form;
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Field
        label={word('login.id')}
        name="id"
        value={state.typedId}
        onChange={(text) => send({ type: 'typed-id', text })}
        placeholder={word('login.idExample')}
        inputMode="numeric"
        autoComplete="username"
        maxLength={ID_MAX}
        error={state.gaps.includes('login-id-missing') ? word('login.needId') : null}
      />
      <Field
        label={word('login.password')}
        name="password"
        type={isShown ? 'text' : 'password'}
        value={state.password}
        onChange={(text) => send({ type: 'typed-password', text })}
        autoComplete="current-password"
        maxLength={PASSWORD_MAX}
        error={passwordError(form)}
        end={
          <IconButton
            icon={isShown ? 'eye-off' : 'eye'}
            size="s"
            label={word(isShown ? 'login.hide' : 'login.show')}
            onPress={() => setShown(!isShown)}
          />
        }
      />
    </>
  );
}
