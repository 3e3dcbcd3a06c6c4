import { useEffect, useEffectEvent, useState } from 'react';
import type { AccountFace } from '@jawhara/contract';
import type { Recipient } from '@jawhara/domain';
import { spriteSymbol, Icon } from '../../ui/icon.tsx';
import { storedLogin } from '../../browser/storage/login.ts';
import { rememberRecipient, storedRecipientHistory } from '../../browser/storage/recipients.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { Face } from '../../recipient/face.tsx';
import { IdField } from '../../recipient/id-field.tsx';
import { useLookUp } from '../../recipient/use-look-up.ts';
import { Button } from '../../ui/button.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { useOnline } from '../../ui/offline-banner.tsx';
import { word } from '../../words/word.ts';

declare global {
  var pressedEarly: HTMLElement | null | undefined;
}

function pressAgain(): void {
  const button = globalThis.pressedEarly;
  globalThis.pressedEarly = undefined;
  if (button?.isConnected === true) button.click();
}

/**
 * Repeats an early press: first-paint.js remembers a press on the button of a prerendered form from before the app was
 * running.
 */
function useEarlyPress(): void {
  useEffect(() => {
    const timer = setTimeout(pressAgain); // after the field has taken over the text typed before
    return () => clearTimeout(timer);
  }, []);
}

const SPARK_BIG = 'M86 78c4.2 24 6 25.8 30 30-24 4.2-25.8 6-30 30-4.2-24-6-25.8-30-30 24-4.2 25.8-6 30-30Z';
const SPARK_MIDDLE =
  'M392 68c2.5 14.4 3.6 15.5 18 18-14.4 2.5-15.5 3.6-18 18-2.5-14.4-3.6-15.5-18-18 14.4-2.5 15.5-3.6 18-18Z';
const SPARK_SMALL =
  'M180 317c1.8 10.4 2.6 11.2 13 13-10.4 1.8-11.2 2.6-13 13-1.8-10.4-2.6-11.2-13-13 10.4-1.8 11.2-2.6 13-13Z';

/** The picture beside the hero's text: three gems on PC, two on a phone. */
function HeroArt() {
  const gem = spriteSymbol('gem');
  const saffron = spriteSymbol('gem-saffron');
  return (
    <>
      <svg className="hero-art only-mobile" viewBox="0 0 320 300" aria-hidden="true">
        <use href={gem} x="78" y="40" width="200" height="185" />
        <use href={saffron} x="36" y="150" width="66" height="61" />
        <path
          d="M70 48c3 17.6 4.4 18.9 22 22-17.6 3-18.9 4.4-22 22-3-17.6-4.4-18.9-22-22 17.6-3 18.9-4.4 22-22Z"
          fill="#f9b733"
        />
        <path
          d="M286 38c2 11.2 2.8 12 14 14-11.2 2-12 2.8-14 14-2-11.2-2.8-12-14-14 11.2-2 12-2.8 14-14Z"
          fill="#5fe0d4"
        />
      </svg>
      <svg className="hero-art only-pc" viewBox="0 0 420 380" aria-hidden="true">
        <use href={gem} x="96" y="50" width="270" height="249" />
        <use href={saffron} x="30" y="208" width="96" height="89" />
        <use href={spriteSymbol('gem-pearl')} x="320" y="276" width="64" height="59" />
        <path d={SPARK_BIG} fill="#f9b733" />
        <path d={SPARK_MIDDLE} fill="#5fe0d4" />
        <path d={SPARK_SMALL} fill="#f6f3ec" />
      </svg>
    </>
  );
}

/** A signed-in visitor begins with their own account; every other visitor with an id. */
export function Hero() {
  const navigate = useNavigate();
  const own = useStored(storedLogin)?.account ?? null;
  const open = (recipient: Recipient): void => {
    rememberRecipient(recipient);
    navigate('/pay');
  };
  useEarlyPress();
  return (
    <section className="hero">
      <HeroArt />
      <div className="hero-copy">
        <h1>{word('home.heroTitle')}</h1>
        <p className="hero-lead">{word('home.heroBody')}</p>
        {own === null ? <IdForm onFound={open} /> : <OwnAccount account={own} onOpen={open} />}
      </div>
    </section>
  );
}

const nothing = (): void => undefined;

/** The recipient's face appears under the field; Continue opens the pay screen with it. A refused id is explained here. */
function IdForm({ onFound: open }: { onFound: (recipient: Recipient) => void }) {
  const isOnline = useOnline();
  const history = useStored(storedRecipientHistory) ?? [];
  // The id for which Continue was pressed before its account was found: the pay screen opens when it is, and only for this id.
  const [awaited, setAwaited] = useState<string | null>(null);
  const entry = useLookUp(nothing);
  const { found } = entry;
  const go = useEffectEvent(open);
  // In an effect, not in the look-up's callback, because Continue may be pressed between the answer and its drawing.
  useEffect(() => {
    if (found !== null && found.displayId === awaited) go(found);
  }, [found, awaited]);
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (found !== null) return open(found);
          setAwaited(entry.typed);
          return entry.search();
        }}
      >
        <div className="col gap-12">
          <IdField
            entry={entry}
            known={history}
            onTakeKnown={open}
            isLabelHidden
            isHintHidden
            start={<Icon name="circle-user-round" />}
          />
        </div>
        {entry.notFound === null && (
          <Button
            type="submit"
            busy={entry.isPending && awaited === entry.typed}
            held={isOnline ? null : word('net.notConnected')}
          >
            {word('common.continue')}
          </Button>
        )}
      </form>
      <p className="hero-hint micro">{word('home.idWhere')}</p>
    </>
  );
}

function OwnAccount({ account, onOpen }: { account: AccountFace; onOpen: (recipient: Recipient) => void }) {
  return (
    <div className="col gap-12">
      <div className="found-face row">
        <Face recipient={account} />
      </div>
      <Button onPress={() => onOpen(account)}>{word('common.continue')}</Button>
    </div>
  );
}
