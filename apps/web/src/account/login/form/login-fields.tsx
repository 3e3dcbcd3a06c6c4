import { useState } from 'react';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { word } from '../../../words/word.ts';
import type { UsedLoginForm } from './use-login-form.ts';

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
