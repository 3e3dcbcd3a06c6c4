import { goToPage } from '../../browser/page-address.ts';
import { routeAfterLogin } from './return-address.ts';

/** From the login screen to where the visitor came from; from any other page back to it, as somebody else. */
export function goOn(): void {
  if (/^\/login\/?$/.test(location.pathname)) return goToPage(routeAfterLogin(), 'replace');
  const reload = (): void => location.reload();
  // Fetched already by the sheet that this is said in; the login screen has none.
  void import('../../ui/back-guard.ts').then(({ leaveGuarded }) => leaveGuarded(reload), reload);
  return undefined;
}
