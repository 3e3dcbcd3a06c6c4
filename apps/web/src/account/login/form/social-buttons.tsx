import { useEffect, useEffectEvent, useRef } from 'react';
import { useOnline } from '../../../ui/use-online.ts';
import { word } from '../../../words/word.ts';
import type { Facebook } from '../sdk/open-facebook.ts';
import type { Google } from '../sdk/open-google.ts';
import { useSignInScripts } from '../sdk/use-sign-in-scripts.ts';
import type { Proof } from './login-form-state.ts';

/** A stand-in drawn by us; the provider's own artwork takes its place before going live. */
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
    // Its width is said in pixels when it is drawn, and a phone is turned.
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
 * A provider whose script does not come has no button, and without any there is no line above them either. Without a network
 * none can come: Google's frame would be an empty box.
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
