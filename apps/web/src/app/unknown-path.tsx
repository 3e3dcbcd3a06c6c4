import { useEffect } from 'react';
import { previousRoute, routeInsteadOf } from './previous-route.ts';
import { useNavigate } from '../ui/navigation.tsx';
import { showToast } from '../ui/toast.ts';
import { word } from '../words/word.ts';

/** Leads back to where the visitor was, or to the start. */
export function UnknownPath() {
  const navigate = useNavigate();
  useEffect(() => {
    const previous = previousRoute();
    navigate(routeInsteadOf(previous, location.search), { replace: true });
    // Who was nowhere before is not taken back anywhere.
    showToast(previous === null ? word('notFound.fresh') : word('notFound.back'), 'info');
  }, [navigate]);
  return null;
}
