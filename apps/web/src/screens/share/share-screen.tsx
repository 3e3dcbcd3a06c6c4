import '../../words/load-home.ts';
import '../../words/load-other.ts';
import type { Recipient } from '@jawhara/domain';
import { useSiteConfig } from '../../api/use-site-config.ts';
import { rememberRecipient } from '../../host/stored-recipients.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { DisplayIdText } from '../../ui/display-id-text.tsx';
import { HeroStyle } from '../../ui/hero-style.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { Note } from '../../ui/note.tsx';
import { ScreenStyle } from '../../ui/screen-style.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { spriteSymbol } from '../../ui/sprite.ts';
import { useOnline } from '../../ui/use-online.ts';
import { isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';
import { Downloads } from '../home/downloads.tsx';
import { GameRow } from '../home/games.tsx';
import { HomeStyle } from '../home/home-style.tsx';
import { InfoStyle } from '../info/info-style.tsx';
import css from './share.css?inline';
import { storeOfDevice } from './store-of-device.ts';
import { useInviter, type Inviter } from './use-inviter.ts';

function Invitation({ inviter }: { inviter: Inviter }) {
  if (inviter.kind === 'loading')
    return (
      <>
        <Skeleton width="3.2rem" height="3.2rem" round />
        <Skeleton width="60%" height="1.2rem" />
      </>
    );
  if (inviter.kind !== 'known')
    return (
      <>
        <svg className="about-mark" aria-hidden="true">
          <use href={spriteSymbol('gem')} />
        </svg>
        <h1>{word('share.titleNoName')}</h1>
      </>
    );
  const { nickname, iconUrl } = inviter.recipient;
  return (
    <>
      <Avatar nickname={nickname} iconUrl={iconUrl} />
      <h1>{word('share.title', { name: isolatedName(nickname) })}</h1>
    </>
  );
}

/** The store of this device in one press; where nobody can tell which it is, all of them. */
function GetApp() {
  const isOnline = useOnline();
  const site = useSiteConfig();
  const store = site.kind === 'ready' ? storeOfDevice(navigator.userAgent, site.config.appLinks) : null;
  return (
    <>
      {!isOnline && (
        <Note kind="warn" icon="wifi-off" isLive>
          {word('share.storesHeld')}
        </Note>
      )}
      {store === null ? (
        <Downloads />
      ) : (
        <Button
          icon="download"
          held={isOnline ? null : word('share.storesHeld')}
          onPress={() => location.assign(store)}
        >
          {word('share.download')}
        </Button>
      )}
    </>
  );
}

function TopUp({ recipient }: { recipient: Recipient }) {
  const navigate = useNavigate();
  function open(): void {
    rememberRecipient(recipient);
    navigate('/pay');
  }
  return (
    <div className="list">
      <button type="button" className="option" onClick={open}>
        <span className="scheme grid place-items-center text-primary-ink">
          <Icon name="gem" />
        </span>
        <span className="fill">
          <span className="strong">{word('share.topupFor', { name: isolatedName(recipient.nickname) })}</span>
          <span className="small muted block">
            <DisplayIdText id={recipient.displayId} />
          </span>
        </span>
        <Icon name="chevron-left" size="s" />
      </button>
    </div>
  );
}

/** Where a shared link leads: who sent it, the app, and the way to top them up. */
export function ShareScreen() {
  const inviter = useInviter();
  return (
    <main className="page">
      <HeroStyle />
      <HomeStyle />
      <InfoStyle />
      <ScreenStyle css={css} />
      <div className="narrow col gap-28">
        <section className="hero invitation" aria-busy={inviter.kind === 'loading'}>
          <Invitation inviter={inviter} />
          <p>{word('share.body')}</p>
        </section>
        {inviter.kind === 'invalid' && (
          <Note kind="warn" isLive>
            <strong>{word('share.invalid')}</strong>
            <br />
            {word('share.invalidBody')}
          </Note>
        )}
        <GetApp />
        {inviter.kind === 'known' && <TopUp recipient={inviter.recipient} />}
        <GameRow />
      </div>
    </main>
  );
}
