import type { RouteName } from './routes.ts';
import { ROUTE_PATHS, routeNameOf } from './routes.ts';

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

export function previousRoute(): RouteName | null {
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
