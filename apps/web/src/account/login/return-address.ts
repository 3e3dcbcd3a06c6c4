import { siteAddress } from '../../browser/page-address.ts';
import { pageBefore } from '../../browser/page-before.ts';
import { parseUrl } from '../../browser/parse-url.ts';

const PAY = '/pay';
/** Pages that one logs in from to go on, not to come back to. */
const NOT_A_PLACE = /^\/(?:login|home|share\.html)?\/?$/;

/**
 * Where a login leads (NAV-02): to the page of ours it was asked for from, else to pay. What the browser says of the page
 * before is used only if it is one of this very site.
 */
export function returnAddress(referrer: string, origin: string): string {
  const from = parseUrl(referrer);
  if (from?.origin !== origin) return PAY;
  const { pathname, search } = from;
  if (NOT_A_PLACE.test(pathname) && !(pathname === '/' && search !== '')) return PAY;
  return siteAddress(pathname + search, origin) ?? PAY;
}

export function routeAfterLogin(): string {
  return returnAddress(pageBefore(document.referrer, location.origin), location.origin);
}
