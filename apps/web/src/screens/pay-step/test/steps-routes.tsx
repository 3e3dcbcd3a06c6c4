import type { ComponentType } from 'react';
import { Toaster } from '../../../ui/toaster.tsx';
import { usePath } from '../../../ui/navigation.tsx';
import { FinesScreen } from '../../fines/fines-screen.tsx';
import { PayScreen } from '../../pay/pay-screen.tsx';
import { PayStep } from '../pay-step.tsx';

const SCREENS: Record<string, ComponentType> = { '/pay-step': PayStep, '/fines': FinesScreen };

/** Renders the screen of the current path, as the site does for the paths that a purchase uses. */
export function StepsRoutes() {
  const Screen = SCREENS[usePath()] ?? PayScreen;
  return (
    <>
      <Screen />
      <Toaster />
    </>
  );
}
