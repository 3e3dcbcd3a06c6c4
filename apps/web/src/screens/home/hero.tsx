import type { AccountFace } from '@jawhara/contract';
import type { Recipient } from '@jawhara/domain';
import { useEffect, useEffectEvent, useState } from 'react';
import { useEarlyPress } from '../../browser/early-press.ts';
import { storedLogin } from '../../browser/storage/stored-login.ts';
import { rememberRecipient, storedRecipientHistory } from '../../browser/storage/stored-recipients.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { Face } from '../../recipient/face.tsx';
import { IdField } from '../../recipient/id-field.tsx';
import { useLookUp } from '../../recipient/use-look-up.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { word } from '../../words/word.ts';
import { HeroArt } from './hero-art.tsx';

/** Whoever is signed in begins with their own account; everybody else with an id. */
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

/** The face appears under the field as the id is typed; the pay screen opens with it. A refusal stays here, with its next step. */
function IdForm({ onFound: open }: { onFound: (recipient: Recipient) => void }) {
  const isOnline = useOnline();
  const history = useStored(storedRecipientHistory) ?? [];
  // Pressed before the answer: the page opens when the face is there, and only for that id.
  const [awaited, setAwaited] = useState<string | null>(null);
  const entry = useLookUp(nothing);
  const { found } = entry;
  const go = useEffectEvent(open);
  // By what is drawn, not by the moment of the answer: a press may come between the two.
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
