/** Importing this fetches everything between the press on pay and the open card fields, while the payer still chooses. */
import { whenIdle } from '../../browser/waits.ts';

const PARTS = [
  () => import('./pay-step-screen.tsx'),
  () => import('./pay-step.tsx'),
  () => import('../../checkout/methods/card/card-step.tsx'),
];

// A failure does no harm: the step itself loads it again.
whenIdle(() => {
  for (const part of PARTS) part().catch(() => undefined);
});
