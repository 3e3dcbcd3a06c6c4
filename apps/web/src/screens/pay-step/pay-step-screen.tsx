import { lazy, Suspense } from 'react';
import { useIsInBrowser } from '../../browser/storage/use-stored.ts';
import { OpeningView } from '../../checkout/parts/opening-view.tsx';

/** All pay steps and the bank's check: one chunk. */
export const fetchPayStep = () => import('./pay-step.tsx');

const PayStep = lazy(async () => ({ default: (await fetchPayStep()).PayStep }));

/** The prerendered page knows neither the address nor the storage: the purchase begins in the browser. */
export function PayStepScreen() {
  const wait = <OpeningView />;
  return useIsInBrowser() ? (
    <Suspense fallback={wait}>
      <PayStep />
    </Suspense>
  ) : (
    wait
  );
}
