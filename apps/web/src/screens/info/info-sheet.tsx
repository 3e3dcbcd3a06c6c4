import { messages as info } from '../../words/ar/info.po';
import type { ReactNode, ComponentType } from 'react';
import { useOperatorFacts } from '../../api/use-operator-facts.ts';
import { BUILD_FACTS } from '../../browser/build-facts.ts';
import { Card } from '../../ui/card.tsx';
import { Icon, spriteSymbol } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { word, addWords } from '../../words/word.ts';
import { ReplyTime, SupportLinks, useSupport } from '../../ui/help/support-links.tsx';
import { Link, useNavigate } from '../../ui/navigation.tsx';
import { useSiteConfig } from '../../api/use-site-config.ts';
import { storeOfDevice } from '../../browser/app-store.ts';
import { GAMES, HomeStyle } from '../home/games.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Downloads } from '../home/downloads.tsx';
import { LegalDocument } from '../../legal/legal-document.tsx';
import { HelpButton } from '../../ui/help/help.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { MyDataPage } from './my-data-page.tsx';
import type { InfoPage } from './info-pages.ts';
import { InfoStyle } from './info-style.tsx';
import { OrdersPage } from './orders/orders-page.tsx';

function Point({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="row">
      <span className="about-tile">
        <Icon name={icon} size="s" />
      </span>
      <div className="fill">{children}</div>
    </li>
  );
}

/** The company behind the shop; nothing until it is known. */
function Operator() {
  const { value: facts } = useOperatorFacts();
  if (facts === null) return null;
  return (
    <Point icon="building-2">
      {word('about.company', { company: isolatedName(facts.operator_name) })}
      <p className="small muted">{word('trust.cr', { number: isolatedLtr(facts.cr_number) })}</p>
      <p className="small muted">{word('trust.vat', { number: isolatedLtr(facts.vat_number) })}</p>
    </Point>
  );
}

function AboutPage() {
  return (
    <>
      <svg className="about-mark" aria-hidden="true">
        <use href={spriteSymbol('logo-tile')} />
      </svg>
      <p className="text-center">{word('about.lead')}</p>
      <Card>
        <ul className="about-points">
          <Point icon="users-round">{word('about.point1')}</Point>
          <Point icon="credit-card">{word('about.point2')}</Point>
          <Operator />
        </ul>
      </Card>
      <p className="micro hint text-center">
        {word('about.version', { version: isolatedLtr(BUILD_FACTS.version) })}
      </p>
    </>
  );
}

export function ContactPage() {
  const channels = useSupport();
  return (
    <>
      <p className="muted">{word('contact.lead')}</p>
      <nav className="list" aria-label={word('contact.title')}>
        <Link className="option" href="/feedback">
          <span className="scheme grid place-items-center text-primary-ink">
            <Icon name="message-circle" />
          </span>
          <span className="fill strong">{word('contact.report')}</span>
          <Icon name="chevron-left" size="s" />
        </Link>
        <SupportLinks channels={channels} order={null} />
      </nav>
      <ReplyTime hours={channels.replyHours} />
    </>
  );
}

addWords(info);

/** The app's link, or the store of this device; null if neither is configured. */
function useWayToPlay(): string | null {
  const site = useSiteConfig();
  if (site.kind !== 'ready') return null;
  const { appLinks } = site.config;
  return appLinks.open ?? storeOfDevice(navigator.userAgent, appLinks);
}

function GamesPage() {
  const way = useWayToPlay();
  return (
    <ul className="games-page">
      {GAMES.map(({ id, name }) => (
        <li key={id} className="card">
          <svg aria-hidden="true">
            <use href={spriteSymbol(`game-${id}`)} />
          </svg>
          <h3 className="h2">{name()}</h3>
          {way !== null && (
            <a className="text-link" href={way} rel="noreferrer">
              {word('games.openInApp')}
              <span className="visually-hidden"> {name()}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function NoticePage() {
  return (
    <>
      <HomeStyle />
      <EmptyState icon="audio-lines" title={word('notice.voiceTitle')} body={word('notice.voiceBody')} />
      <Downloads />
    </>
  );
}

interface Page {
  readonly title: () => string;
  readonly Body: ComponentType;
}

const PAGES: Record<InfoPage, Page> = {
  about: { title: () => word('about.title'), Body: AboutPage },
  contact: { title: () => word('contact.title'), Body: ContactPage },
  privacy: { title: () => word('privacy.title'), Body: () => <LegalDocument name="privacy" /> },
  agreement: { title: () => word('agreement.title'), Body: () => <LegalDocument name="agreement" /> },
  refunds: { title: () => word('refunds.title'), Body: () => <LegalDocument name="refunds" /> },
  games: { title: () => word('games.title'), Body: GamesPage },
  orders: { title: () => word('orders.title'), Body: OrdersPage },
  notice: { title: () => word('notice.voiceTitle'), Body: NoticePage },
  'my-data': { title: () => word('settings.myData'), Body: MyDataPage },
};

/** A full page over the start screen. It is open as long as the address names it, so Back closes it. */
export function InfoSheet({ page }: { page: InfoPage }) {
  const navigate = useNavigate();
  const { title, Body } = PAGES[page];
  const close = (): void => navigate('/');
  return (
    <Sheet isOpen onClose={close} title={title()} isTitleHidden kind="full" guardsBack={false}>
      <InfoStyle />
      <div className="info-bar">
        <IconButton icon="arrow-right" label={word('common.back')} onPress={close} />
        <p className="title" aria-hidden="true">
          {title()}
        </p>
        {page !== 'contact' && <HelpButton orderId={null} />}
      </div>
      <div className="page">
        <Body />
      </div>
    </Sheet>
  );
}
