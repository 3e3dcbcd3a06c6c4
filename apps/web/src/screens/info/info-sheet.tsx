import '../../words/load-device.ts';
import '../../words/load-help.ts';
import '../../words/load-info.ts';
import { Suspense, type ComponentType } from 'react';
import { useSiteConfig } from '../../api/use-site-config.ts';
import { storeOfDevice } from '../../browser/app-store.ts';
import { spriteSymbol } from '../../ui/icon.tsx';
import { word } from '../../words/word.ts';
import { GAMES } from './game-list.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Downloads } from '../home/downloads.tsx';
import { HomeStyle } from '../home/home-style.tsx';
import { LegalDocument } from '../../legal/legal-document.tsx';
import { HelpButton } from '../../ui/help/help-button.tsx';
import { IconButton } from '../../ui/button.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { steadyLazy } from '../../ui/lazy.tsx';
import { AboutPage } from './about-page.tsx';
import { ContactPage } from './contact-page.tsx';
import type { InfoPage } from './info-pages.ts';
import { InfoStyle } from './info-style.tsx';
import { OrdersPage } from './orders-page.tsx';

/** Into the app, or to where this device gets it; null where the operator has named neither. */
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

/** Few visitors open this page, so its words are loaded with it. */
const MyDataPage = steadyLazy(async () => (await import('./my-data-page.tsx')).MyDataPage);

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

/** A full page over the start screen. Being open is part of the address, so Back closes it by itself. */
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
        <Suspense fallback={null}>
          <Body />
        </Suspense>
      </div>
    </Sheet>
  );
}
