import '../../words/load-card.ts';
import { lazy, Suspense } from 'react';
import { useIsInBrowser } from '../../browser/storage/use-stored.ts';
import { ProgressView } from '../../checkout/parts/progress-view.tsx';

const PayStep = lazy(async () => ({ default: (await import('./pay-step.tsx')).PayStep }));

/** The prerendered page knows neither the address nor the storage: the purchase begins in the browser. */
export function PayStepScreen() {
  const wait = <ProgressView state={null} />;
  return useIsInBrowser() ? (
    <Suspense fallback={wait}>
      <PayStep />
    </Suspense>
  ) : (
    wait
  );
}
