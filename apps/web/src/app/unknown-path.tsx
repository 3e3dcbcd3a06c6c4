import { useEffect } from 'react';
import { type RouteName, ROUTE_PATHS, routeNameOf } from './routes.ts';
import { useNavigate } from '../ui/navigation.tsx';
import { showToast } from '../ui/toast.ts';
import { word } from '../words/word.ts';

const KEY = 'jawhara.route';

/** Stores the route in session storage, because a wrong link often loads a new page. The test screen is not stored. */
export function rememberRoute(name: RouteName): void {
  if (name === 'test') return;
  try {
    sessionStorage.setItem(KEY, ROUTE_PATHS[name]);
  } catch {
    // Without storage an unknown path leads to the start screen.
  }
}

function previousRoute(): RouteName | null {
  try {
    return routeNameOf(sessionStorage.getItem(KEY) ?? '');
  } catch {
    return null;
  }
}

/** Where an unknown path leads: the previous route, otherwise the start; the query stays. */
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
    // A visitor without a previous route is taken to the start.
    showToast(previous === null ? word('notFound.fresh') : word('notFound.back'), 'info');
  }, [navigate]);
  return null;
}
