import { useEffect, useEffectEvent } from 'react';
import { holdBack } from './back-guard.ts';

/** While `isActive`, Back calls `onBack` and the page stays where it is. */
export function useBackGuard(isActive: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => (isActive ? holdBack(() => back()) : undefined), [isActive]);
}
