import '../../../words/load-home.ts';
import { Toaster } from '../../../ui/toaster.tsx';
import { usePath } from '../../../ui/navigation.tsx';
import { PayScreen } from '../../pay/pay-screen.tsx';
import { PayStep } from '../pay-step.tsx';

/** The two routes that the pay steps live on. */
export function StepsRoutes() {
  const path = usePath();
  return (
    <>
      {path === '/pay-step' ? <PayStep /> : <PayScreen />}
      <Toaster />
    </>
  );
}
