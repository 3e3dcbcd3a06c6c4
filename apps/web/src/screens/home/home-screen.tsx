import '../../words/load-home.ts';
import '../../words/load-recipient.ts';
import { lazy, Suspense } from 'react';
import { storedLastPurchase } from '../../host/stored-last-purchase.ts';
import { storedOpenOrderId } from '../../host/stored-purchase.ts';
import { useStored } from '../../host/use-stored.ts';
import { useQuery } from '../../ui/navigation.tsx';
import { infoPageOf } from '../info/info-pages.ts';
import { Downloads } from './downloads.tsx';
import { Games } from './games.tsx';
import { Hero } from './hero.tsx';
import { HomeBar } from './home-bar.tsx';
import { OpenOrder } from './open-order.tsx';
import { Promises } from './promises.tsx';
import { Services } from './services.tsx';
import { VoiceNotice } from './voice-notice.tsx';

/** Only somebody who has paid here fetches it. */
const LastTime = lazy(async () => ({ default: (await import('./last-time.tsx')).LastTime }));
const InfoSheet = lazy(async () => ({ default: (await import('../info/info-sheet.tsx')).InfoSheet }));

export function HomeScreen() {
  const infoPage = infoPageOf(useQuery().get('page'));
  const openOrderId = useStored(storedOpenOrderId);
  const hasPaid = useStored(storedLastPurchase) !== null;
  return (
    <>
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
        <Downloads />
      </main>
      {infoPage !== null && (
        <Suspense fallback={null}>
          <InfoSheet page={infoPage} />
        </Suspense>
      )}
    </>
  );
}
