import { useEffect } from 'react';
import { type RouteName, ROUTE_PATHS, routeNameOf } from './routes.ts';
import { useNavigate } from '../ui/navigation.tsx';
import { showToast } from '../ui/toast.ts';
import { word } from '../words/word.ts';

const KEY = 'jawhara.route';

/** Kept for the session, because a wrong link is often a whole new page load. Nobody is led back to the test screen. */
export function rememberRoute(name: RouteName): void {
  if (name === 'test') return;
  try {
    sessionStorage.setItem(KEY, ROUTE_PATHS[name]);
  } catch {
    // Then an unknown path leads to the start screen.
  }
}

function previousRoute(): RouteName | null {
  try {
    return routeNameOf(sessionStorage.getItem(KEY) ?? '');
  } catch {
    return null;
  }
}

/** Where an unknown path leads: the previous route by name, else index; the query stays. */
export function routeInsteadOf(previous: RouteName | null, search: string): string {
  const query = search.replace(/^\?/, '');
  return ROUTE_PATHS[previous ?? 'index'] + (query === '' ? '' : `?${query}`);
}

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
