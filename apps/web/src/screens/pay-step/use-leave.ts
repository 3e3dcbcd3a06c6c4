import { useEffect } from 'react';
import { useNavigate } from '../../ui/navigation.tsx';

function hasGuardEntry(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'isGuard' in state;
}

/** Goes to the packs once the Back guard has taken its own history entry away, so that Back never meets a dead step. */
export function useLeave(isLeaving: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isLeaving) return undefined;
    const go = (): void => navigate('/pay', { replace: true });
    const timer = setTimeout(() => {
      if (hasGuardEntry()) addEventListener('popstate', () => setTimeout(go), { once: true });
      else go();
    });
    return () => clearTimeout(timer);
  }, [isLeaving, navigate]);
}
