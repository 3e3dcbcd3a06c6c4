import { messages as account } from '../../words/ar/account.po';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Icon, spriteSymbol } from '../../ui/icon.tsx';
import { addWords, word } from '../../words/word.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { useLinkCredentials } from '../../browser/link-credentials.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { fetchAccountParts } from '../../account/account-chip.tsx';
import { LoginFormView } from '../../account/login/form/login-form-view.tsx';
import { LoginStyle } from '../../account/login/login-style.tsx';
import { AppBar } from '../../ui/app-bar.tsx';
import { HeroStyle } from '../../ui/hero-style.tsx';
import { Spinner } from '../../ui/spinner.tsx';

addWords(account);

/** PC only: the picture of a gem, and the benefits of a login. */
function LoginArt() {
  const benefits = [word('login.benefits1'), word('login.benefits2'), word('login.benefits3')];
  return (
    <div className="hero login-art only-pc">
      <svg aria-hidden="true">
        <use href={spriteSymbol('gem')} />
      </svg>
      <p className="h1">{word('login.title')}</p>
      <p className="hero-lead">{word('login.lead')}</p>
      <ul className="col gap-16">
        {benefits.map((benefit) => (
          <li key={benefit} className="row gap-16">
            <Icon name="check" size="s" />
            {benefit}
          </li>
        ))}
      </ul>
    </div>
  );
}

const SignedInPanel = lazy(async () => ({ default: (await fetchAccountParts()).SignedInPanel }));

/** True when the visitor was signed in here a moment ago and is not any more. */
function useHasEnded(isSignedIn: boolean): boolean {
  const wasSignedIn = useRef(false);
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => {
    if (wasSignedIn.current && !isSignedIn) setHasEnded(true);
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn]);
  return hasEnded;
}

function LoginBody() {
  const login = useStored(storedLogin);
  const credentials = useLinkCredentials();
  const [wantsAnother, setWantsAnother] = useState(false);
  const hasEnded = useHasEnded(login !== null);
  if (credentials !== null) return <Spinner />;
  if (login !== null && !wantsAnother)
    return (
      <Suspense fallback={<Spinner />}>
        <SignedInPanel account={login.account} onSwitch={() => setWantsAnother(true)} />
      </Suspense>
    );
  return <LoginFormView hasEnded={hasEnded} />;
}

export function LoginScreen() {
  return (
    <>
      <HeroStyle />
      <LoginStyle />
      <AppBar title={word('login.title')} />
      <main className="page">
        <div className="login-card">
          <LoginArt />
          <div className="login-side">
            <div className="login-mark">
              <svg aria-hidden="true">
                <use href={spriteSymbol('logo-tile')} />
              </svg>
              <p className="muted">{word('login.lead')}</p>
            </div>
            <LoginBody />
          </div>
        </div>
      </main>
    </>
  );
}
