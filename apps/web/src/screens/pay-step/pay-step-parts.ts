import { whenIdle } from '../../host/when-idle.ts';

/** Everything between the press on pay and the open card fields, fetched while the payer still chooses. A failure costs nothing: the step itself asks again. */
export function prefetchPayStep(): void {
  const parts = [
    () => import('./pay-step-screen.tsx'),
    () => import('./pay-step.tsx'),
    () => import('../../checkout/card/card-step.tsx'),
  ];
  whenIdle(() => {
    for (const part of parts) part().catch(() => undefined);
  });
}
