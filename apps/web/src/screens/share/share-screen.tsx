import { messages as home } from '../../words/ar/home.po';
import { isSameDisplayId, readDisplayId, type DisplayId, type Recipient } from '@jawhara/domain';
import { useSiteConfig } from '../../api/use-site-config.ts';
import { storeOfDevice } from '../../browser/app-store.ts';
import { rememberRecipient } from '../../browser/storage/recipients.ts';
import { PersonButton } from '../../account/person/person-button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { DisplayIdText } from '../../ui/values.tsx';
import { HeroStyle } from '../../ui/hero-style.tsx';
import { Icon, spriteSymbol } from '../../ui/icon.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { Note } from '../../ui/note.tsx';
import { ScreenStyle } from '../../ui/screen-style.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { isolatedName } from '../../words/isolate.ts';
import { addWords, word } from '../../words/word.ts';
import { GameRow, HomeStyle } from '../home/games.tsx';
import { InfoStyle } from '../info/info-style.tsx';
import { GetApp } from './get-app.tsx';
import css from './share.css?inline';
import { findRecipient } from '@jawhara/contract';
import type { CallAnswer } from '../../api/call-answer.ts';
import { call } from '../../api/call.ts';
import { useQuery } from '../../api/query-cache.ts';
import { readUrlParameters } from '../../browser/link.ts';
import { useIsInBrowser } from '../../browser/storage/use-stored.ts';

export type Inviter =
  | { readonly kind: 'loading' }
  | { readonly kind: 'known'; readonly recipient: Recipient }
  /** The link names no account, or the account cannot be looked up now: still an invitation. */
  | { readonly kind: 'unnamed' }
  /** The link names an account that does not exist. */
  | { readonly kind: 'invalid' };

const FRESH_MS = 10 * 60_000;

/** Looks up the inviter. An answer about an account with another id counts as not found. */
async function ask(displayId: DisplayId): Promise<CallAnswer<Recipient>> {
  const answer = await call(findRecipient, { displayId });
  if (answer.kind !== 'ok' || isSameDisplayId(displayId, answer.value.displayId)) return answer;
  return { kind: 'refused', refusal: 'not-found', result: 0, message: '' };
}

/** The sender of the invitation: the account whose id is the link's parameter `info`. */
export function useInviter(): Inviter {
  const isInBrowser = useIsInBrowser();
  const reading = readDisplayId((isInBrowser ? readUrlParameters(location).info : null) ?? '');
  const id = reading.kind === 'read' ? reading.displayId : null;
  const { value, problem } = useQuery<Recipient>(
    id === null ? null : `inviter:${id}`,
    () => ask(id as DisplayId),
    FRESH_MS,
  );
  if (!isInBrowser) return { kind: 'loading' };
  if (id === null) return { kind: reading.kind === 'empty' ? 'unnamed' : 'invalid' };
  if (value !== null) return { kind: 'known', recipient: value };
  if (problem === null) return { kind: 'loading' };
  const isNobody = problem.kind === 'refused' && problem.refusal === 'not-found';
  return { kind: isNobody ? 'invalid' : 'unnamed' };
}

addWords(home);

/** Null until the configuration is loaded, and for an unknown device. */
function useStoreOfDevice(): string | null {
  const site = useSiteConfig();
  return site.kind === 'ready' ? storeOfDevice(navigator.userAgent, site.config.appLinks) : null;
}

/** Loaded only when the visitor presses an inviter who is live. */
const loadRoom = async () => (await import('../../room/room-summary.tsx')).RoomSummary;

function Invitation({ inviter }: { inviter: Inviter }) {
  const store = useStoreOfDevice();
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
      <PersonButton person={inviter.recipient} appUrl={store} loadRoom={loadRoom}>
        <Avatar nickname={nickname} iconUrl={iconUrl} />
      </PersonButton>
      <h1>{word('share.title', { name: isolatedName(nickname) })}</h1>
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

/** The page of a shared link: the sender, the app, and the way to buy gems for the sender. */
export function ShareScreen() {
  const inviter = useInviter();
  return (
    <main className="page">
      <HeroStyle />
      <HomeStyle />
      <InfoStyle />
      <ScreenStyle css={css} />
      <div className="share-card">
        <section className="hero invitation" aria-busy={inviter.kind === 'loading'}>
          <Invitation inviter={inviter} />
          <p>{word('share.body')}</p>
        </section>
        <div className="share-side">
          {inviter.kind === 'invalid' && (
            <Note kind="warn" icon="info" isLive>
              <strong>{word('share.invalid')}</strong>
              <br />
              {word('share.invalidBody')}
            </Note>
          )}
          <GetApp isValid={inviter.kind !== 'invalid'} />
          {inviter.kind === 'known' && <TopUp recipient={inviter.recipient} />}
          <GameRow />
        </div>
      </div>
    </main>
  );
}
