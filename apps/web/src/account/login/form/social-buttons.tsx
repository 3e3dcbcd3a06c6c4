import { useEffect, useEffectEvent, useRef } from 'react';
import { useOnline } from '../../../ui/use-online.ts';
import { word } from '../../../words/word.ts';
import type { Facebook } from '../sdk/open-facebook.ts';
import type { Google } from '../sdk/open-google.ts';
import { useSignInScripts } from '../sdk/use-sign-in-scripts.ts';
import { FacebookMark } from './facebook-mark.tsx';
import type { Proof } from './login-form-state.ts';

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
