import type { PageScope } from '../../page-scope.ts';
import { siteAddress, parseUrl, goToPage } from '../../browser/page-address.ts';
import { pageBefore } from '../../browser/page-before.ts';

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

export const fetchAfterLogin = () => import('./after-login.ts');

/** From the login screen to where the visitor came from; from any other page back to it, as somebody else. */
export function goOn(page: PageScope): void {
  if (/^\/login\/?$/.test(location.pathname)) return goToPage(routeAfterLogin(), 'replace');
  const reload = (): void => location.reload();
  // It is there already, because finishing the login has loaded it.
  void fetchAfterLogin().then(({ leaveGuarded }) => leaveGuarded(page, reload), reload);
  return undefined;
}

const KEY = 'jawhara.welcome';

/** A login ends with a new page: the word of welcome waits for it, in this tab. */
export function leaveWelcome(nickname: string): void {
  try {
    sessionStorage.setItem(KEY, nickname);
  } catch {
    // Then nobody is welcomed; the header says who is signed in.
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
