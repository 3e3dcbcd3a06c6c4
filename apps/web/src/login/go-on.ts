import { leaveGuarded } from '../ui/back-guard.ts';
import { routeAfterLogin } from './return-address.ts';

/** From the login screen to where the visitor came from; from any other page back to it, as somebody else. */
export function goOn(): void {
  if (/^\/login\/?$/.test(location.pathname)) location.replace(routeAfterLogin());
  else leaveGuarded(() => location.reload());
}
