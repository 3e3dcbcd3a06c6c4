import { messages as home } from '../../words/ar/home.po';
import { Suspense, useEffect, useState, lazy } from 'react';
import type { OrderId } from '@jawhara/domain';
import { whenIdle } from '../../browser/waits.ts';
import { AccountChip } from '../../account/account-chip.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Logo } from '../../ui/marks.tsx';
import { readyLazy } from '../../ui/lazy.tsx';
import { addWords, word } from '../../words/word.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { SectionHead } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Link, useUrlQuery } from '../../ui/navigation.tsx';
import { storedLastPurchase, storedOpenOrderId } from '../../browser/storage/purchase.ts';
import { useIsInBrowser, useStored } from '../../browser/storage/use-stored.ts';
import { Footer } from '../../ui/footer.tsx';
import { HeroStyle } from '../../ui/hero-style.tsx';
import { infoPageOf } from '../info/info-pages.ts';
import { Games, HomeStyle } from './games.tsx';
import { Hero } from './hero.tsx';

addWords(home);

const fetchLater = () => import('./later-parts.tsx');

const { Part: HomeMenu, fetchPart: fetchHomeMenu } = readyLazy(async () => (await fetchLater()).HomeMenu);

/** Mobile only: logo, log in, menu. */
function HomeBar() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  useEffect(() => whenIdle(fetchHomeMenu), []);
  return (
    <header className="app-bar">
      <div className="fill">
        <Logo />
      </div>
      <AccountChip label={word('login.submit')} />
      <IconButton icon="menu" label={word('a11y.menu')} onPress={() => setMenuOpen(true)} />
      {isMenuOpen && (
        <Suspense fallback={null}>
          <HomeMenu onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
    </header>
  );
}

const PROMISES = [
  { icon: 'badge-check', title: () => word('home.why1'), body: () => word('home.why1Body') },
  { icon: 'clock', title: () => word('home.why2'), body: () => word('home.why2Body') },
  { icon: 'shield-check', title: () => word('home.why3'), body: () => word('home.why3Body') },
] as const satisfies readonly { icon: IconName; title: () => string; body: () => string }[];

function Promises() {
  return (
    <section>
      <SectionHead title={word('home.whyTitle')} />
      <ul className="card promises">
        {PROMISES.map(({ icon, title, body }) => (
          <li key={icon}>
            <span className="icon-tile">
              <Icon name={icon} />
            </span>
            <div>
              <p className="strong">{title()}</p>
              <p className="small muted">{body()}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SERVICES = [
  { href: '/pay', icon: 'gem', tone: null, label: () => word('home.navRecharge') },
  { href: '/fines', icon: 'lock-open', tone: 'danger', label: () => word('home.navFine') },
  { href: '/feedback', icon: 'message-circle', tone: 'accent', label: () => word('home.navReport') },
  { href: '/?page=orders', icon: 'history', tone: 'info', label: () => word('home.navOrders') },
] as const satisfies readonly { href: string; icon: IconName; tone: string | null; label: () => string }[];

function Services() {
  return (
    <nav className="services" aria-label={word('home.services')}>
      {SERVICES.map(({ href, icon, tone, label }) => (
        <Link key={href} href={href}>
          <span className={classes('icon-tile', tone)}>
            <Icon name={icon} />
          </span>
          {label()}
        </Link>
      ))}
    </nav>
  );
}

export function VoiceNotice() {
  return (
    <section className="note quiet">
      <Icon name="audio-lines" />
      <div>
        <h2 className="strong text-ink">{word('notice.voiceTitle')}</h2>
        {word('notice.voiceBody')} <Link href="/?page=notice">{word('common.details')}</Link>
      </div>
    </section>
  );
}

const OpenOrderLine = lazy(async () => ({ default: (await fetchLater()).OpenOrderLine }));

/** A link to the result of the last order, which is not decided yet. */
function OpenOrder({ orderId }: { orderId: OrderId }) {
  return (
    <Link className="strip" href={`/pay-step?order_id=${orderId}`}>
      <Icon name="hourglass" />
      <span className="fill">
        <span className="strong">{word('home.openOrder')}</span>
        <Suspense>
          <OpenOrderLine orderId={orderId} />
        </Suspense>
      </span>
      <Icon name="chevron-left" size="s" />
    </Link>
  );
}

const LastTime = lazy(async () => ({ default: (await fetchLater()).LastTime }));
/** The links to the stores are loaded later: they are last on the page, and their addresses come from the server. */
const Downloads = lazy(async () => ({ default: (await fetchLater()).Downloads }));
const InfoSheet = lazy(async () => ({ default: (await import('../info/info-sheet.tsx')).InfoSheet }));

export function HomeScreen() {
  const infoPage = infoPageOf(useUrlQuery().get('page'));
  const openOrderId = useStored(storedOpenOrderId);
  const isInBrowser = useIsInBrowser();
  const hasPaid = useStored(storedLastPurchase) !== null;
  return (
    <>
      <HeroStyle />
      <HomeStyle />
      <HomeBar />
      <main className="page">
        <Hero />
        {openOrderId !== null && <OpenOrder orderId={openOrderId} />}
        {hasPaid && (
          <Suspense fallback={null}>
            <LastTime />
          </Suspense>
        )}
        <Services />
        <Promises />
        <Games />
        <VoiceNotice />
        {isInBrowser && (
          <Suspense fallback={null}>
            <Downloads />
          </Suspense>
        )}
      </main>
      <Footer />
      {infoPage !== null && (
        <Suspense fallback={null}>
          <InfoSheet page={infoPage} />
        </Suspense>
      )}
    </>
  );
}
