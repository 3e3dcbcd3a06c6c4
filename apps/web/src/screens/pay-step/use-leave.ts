import { useEffect } from 'react';
import { hasGuardEntry } from '../../ui/back-guard.ts';
import { useNavigate } from '../../ui/navigation.tsx';

const LOOK_EVERY_MS = 50;
const LOOKS_MAX = 20;

/** Goes to the packs, or to the fine, once the Back guard has taken its own history entry away, so that Back never meets a dead step. */
export function useLeave(isLeaving: boolean, to: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isLeaving) return undefined;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (hasGuardEntry() && looks < LOOKS_MAX) return;
      clearInterval(timer);
      navigate(to, { replace: true });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isLeaving, navigate, to]);
}
