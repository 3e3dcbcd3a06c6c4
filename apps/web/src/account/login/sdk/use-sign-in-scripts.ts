import { readSignInProviders, type SignInProviders } from '@jawhara/contract';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { openFacebook, type Facebook } from './open-facebook.ts';
import { openGoogle, type Google } from './open-google.ts';

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

/** A new browser becomes a device with the first answer, so only the second one carries its nonce. */
async function askForProviders(): Promise<SignInProviders> {
  const first = await askOnce();
  return first.google?.nonce === '' ? askOnce() : first;
}

const askForGoogle = async () => (await askForProviders()).google;

interface Opened {
  readonly facebook: Promise<Facebook | null>;
  readonly google: Promise<Google | null>;
}

/** Each script is loaded once for the life of the page, however often the form is shown. */
let opened: Opened | undefined;

function openBoth(): Opened {
  const providers = askForProviders();
  return {
    facebook: providers.then(({ facebook }) => facebook && openFacebook(facebook)),
    google: providers.then(({ google }) => google && openGoogle(google, askForGoogle)),
  };
}

/** The scripts of the two providers (NET-11): loaded when the form is shown, and on no other screen. */
export function useSignInScripts(): SignInScripts {
  const [scripts, setScripts] = useState(BOTH_LOADING);
  useEffect(() => {
    let isGone = false;
    const keep = (part: Partial<SignInScripts>): void => {
      if (!isGone) setScripts((before) => ({ ...before, ...part }));
    };
    opened ??= openBoth();
    void opened.facebook.then((facebook) => keep({ facebook }));
    void opened.google.then((google) => keep({ google }));
    return () => {
      isGone = true;
    };
  }, []);
  return scripts;
}
