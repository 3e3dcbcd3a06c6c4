import type { Locale } from '@jawhara/domain';
import { leaveGuarded } from './back-guard.ts';

/** Read and put on the root element before the first paint by public/first-paint.js. */
const LANGUAGE_KEY = 'jawhara.language';

function isStored(locale: Locale): boolean {
  try {
    localStorage.setItem(LANGUAGE_KEY, locale);
    return true;
  } catch {
    return false;
  }
}

/** The same page; where its address names a language, or nothing can be kept, the address names the new one. */
function addressIn(locale: Locale): string {
  const url = new URL(location.href);
  if (!isStored(locale) || /[?&]lan=/.test(url.search + url.hash)) url.searchParams.set('lan', locale);
  return url.href;
}

function openAnew(address: string): void {
  history.replaceState(history.state, '', address);
  location.reload();
}

/**
 * The page starts anew: everything in it, and what others draw in it, is then in one language. What was chosen is kept as for any
 * reload; a payment on its way is not left.
 */
export function switchLanguage(locale: Locale): void {
  if (document.documentElement.hasAttribute('data-paying')) return undefined;
  const address = addressIn(locale);
  leaveGuarded(() => openAnew(address));
}
