import '../../words/load-pay.ts';
import '../../words/load-card.ts';
import { useIsInBrowser } from '../../host/use-stored.ts';
import { PayStep } from './pay-step.tsx';
import { ProgressView } from './progress-view.tsx';

/** The prerendered page knows neither the address nor the storage: the purchase begins in the browser. */
export function PayStepScreen() {
  return useIsInBrowser() ? <PayStep /> : <ProgressView state={null} />;
}
