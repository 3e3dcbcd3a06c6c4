import { siteAddress, parseUrl } from '../../browser/page-address.ts';
import { pageBefore } from '../../browser/page-before.ts';

const PAY = '/pay';
/** Pages that a login does not return to. */
const NOT_A_PLACE = /^\/(?:login|home|share\.html)?\/?$/;

/**
 * Where a login leads (NAV-02): to our page from which it was opened, otherwise to /pay. The browser's referrer is used
 * only if it is a page of this site.
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

const KEY = 'jawhara.welcome';

/** A login ends with a new page, so the welcome is stored in this tab for it. */
export function leaveWelcome(nickname: string): void {
  try {
    sessionStorage.setItem(KEY, nickname);
  } catch {
    // Without storage no welcome is shown; the header names the account.
  }
}

export function takeWelcome(): string | null {
  try {
    const nickname = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return nickname;
  } catch {
    return null;
  }
}
