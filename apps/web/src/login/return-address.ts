import { pageBefore } from '../host/page-before.ts';

const PAY = '/pay';
/** Pages that one logs in from to go on, not to come back to. */
const NOT_A_PLACE = /^\/(?:login|home|share\.html)?\/?$/;

/**
 * Where a login leads (NAV-02): to the page of ours it was asked for from, else to pay. What the browser says of the page
 * before is used only if it is one of this very site.
 */
export function returnAddress(referrer: string, origin: string): string {
  let from: URL;
  try {
    from = new URL(referrer);
  } catch {
    return PAY;
  }
  const { pathname, search } = from;
  if (from.origin !== origin || pathname.startsWith('//')) return PAY;
  if (NOT_A_PLACE.test(pathname) && !(pathname === '/' && search !== '')) return PAY;
  return pathname + search;
}

export function routeAfterLogin(): string {
  return returnAddress(pageBefore(document.referrer, location.origin), location.origin);
}
