import '../../words/load-home.ts';
import '../../words/load-recipient.ts';
import { lazy, Suspense } from 'react';
import { storedLastPurchase } from '../../browser/storage/stored-last-purchase.ts';
import { storedOpenOrderId } from '../../browser/storage/stored-purchase.ts';
import { useIsInBrowser, useStored } from '../../browser/storage/use-stored.ts';
import { Footer } from '../../ui/footer.tsx';
import { HeroStyle } from '../../ui/hero-style.tsx';
import { useUrlQuery } from '../../ui/navigation.tsx';
import { infoPageOf } from '../info/info-pages.ts';
import { Games } from './games.tsx';
import { Hero } from './hero.tsx';
import { HomeBar } from './home-bar.tsx';
import { HomeStyle } from './home-style.tsx';
import { OpenOrder } from './open-order.tsx';
import { Promises } from './promises.tsx';
import { Services } from './services.tsx';
import { VoiceNotice } from './voice-notice.tsx';

/** Only somebody who has paid here fetches it. */
const LastTime = lazy(async () => ({ default: (await import('./last-time.tsx')).LastTime }));
/** The stores are the last thing on the page, and their addresses come from the server. */
const Downloads = lazy(async () => ({ default: (await import('./downloads.tsx')).Downloads }));
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
