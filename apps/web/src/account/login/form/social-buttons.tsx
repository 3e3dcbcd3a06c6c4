import { readSignInProviders, type SignInProviders } from '@jawhara/contract';
import { useEffect, useState, useEffectEvent, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { usePageScope } from '../../../page-scope.ts';
import { openFacebook, openGoogle, type Facebook, type Google } from '../sdk/social-login.ts';
import { useOnline } from '../../../ui/offline-banner.tsx';
import { word } from '../../../words/word.ts';
import type { Proof } from './login-form.ts';

/** Null: the provider is not set up, or its script is blocked or broken. Then its button is not shown. */
export interface SignInScripts {
  readonly facebook: Facebook | null | 'loading';
  readonly google: Google | null | 'loading';
}

const BOTH_LOADING: SignInScripts = { facebook: 'loading', google: 'loading' };
const NOT_SET_UP: SignInProviders = { facebook: null, google: null };

async function askOnce(): Promise<SignInProviders> {
  const answer = await call(readSignInProviders, {});
  return answer.kind === 'ok' ? answer.value : NOT_SET_UP;
}

/** A new browser gets its device cookie with the first answer, so only the second one has the device's nonce for Google. */
async function askForProviders(): Promise<SignInProviders> {
  const first = await askOnce();
  return first.google?.nonce === '' ? askOnce() : first;
}

const askForGoogle = async () => (await askForProviders()).google;

interface Opened {
  readonly facebook: Promise<Facebook | null>;
  readonly google: Promise<Google | null>;
}

/** Each script is loaded once per page, however often the form is shown. */
function openBoth(): Opened {
  const providers = askForProviders();
  return {
    facebook: providers.then(({ facebook }) => facebook && openFacebook(facebook)),
    google: providers.then(({ google }) => google && openGoogle(google, askForGoogle)),
  };
}

/** The scripts of the two providers (NET-11): loaded when the form is shown, and on no other screen. */
function useSignInScripts(): SignInScripts {
  const page = usePageScope();
  const [scripts, setScripts] = useState(BOTH_LOADING);
  useEffect(() => {
    let isGone = false;
    const keep = (part: Partial<SignInScripts>): void => {
      if (!isGone) setScripts((before) => ({ ...before, ...part }));
    };
    const opened = page.get(openBoth);
    void opened.facebook.then((facebook) => keep({ facebook }));
    void opened.google.then((google) => keep({ google }));
    return () => {
      isGone = true;
    };
  }, [page]);
  return scripts;
}

/** Drawn by us as a placeholder: the provider's own logo must replace it before going live. */
function FacebookMark() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="12" fill="#1877f2" stroke="none" />
      <path
        d="M10 24v-9H7v-3.6h3V9c0-3 1.6-4.6 4.4-4.6h2.2v3.2h-1.5c-1.3 0-1.7.7-1.7 1.8v2h3.1l-.5 3.6h-2.6v9z"
        fill="#fff"
        stroke="none"
      />
    </svg>
  );
}

type OnProof = (proof: Proof) => void;

function GoogleButton({ google, onProof }: { google: Google; onProof: OnProof }) {
  const place = useRef<HTMLDivElement>(null);
  const vouched = useEffectEvent(onProof);
  useEffect(() => {
    let shownAtPx: number | null = null;
    // The button's width is fixed in pixels when it is drawn, so turning a phone draws it again.
    function show(): void {
      const element = place.current;
      if (element === null || element.clientWidth === shownAtPx) return;
      shownAtPx = element.clientWidth;
      google.showButton(element, (proof) => vouched(proof));
    }
    show();
    addEventListener('resize', show);
    return () => removeEventListener('resize', show);
  }, [google]);
  return <div ref={place} className="google-button" />;
}

function FacebookButton({ facebook, onProof }: { facebook: Facebook; onProof: OnProof }) {
  async function press(): Promise<void> {
    const proof = await facebook.ask();
    if (proof !== null) onProof(proof);
  }
  return (
    <button type="button" className="button outline" onClick={() => void press()}>
      <FacebookMark />
      <span>{word('login.facebook')}</span>
    </button>
  );
}

/**
 * A provider whose script does not load has no button, and without any button the line above is left out. Without a network
 * none can load: Google's frame would be an empty box.
 */
export function SocialButtons({ onProof }: { onProof: OnProof }) {
  const { facebook, google } = useSignInScripts();
  const isOnline = useOnline();
  if (!isOnline || (facebook === null && google === null)) return null;
  return (
    <>
      <p className="or-line">{word('login.or')}</p>
      {google === 'loading' && <div className="skeleton google-button" aria-hidden="true" />}
      {google !== null && google !== 'loading' && <GoogleButton google={google} onProof={onProof} />}
      {facebook === 'loading' && <div className="skeleton google-button" aria-hidden="true" />}
      {facebook !== null && facebook !== 'loading' && (
        <FacebookButton facebook={facebook} onProof={onProof} />
      )}
    </>
  );
}
