import { documentOf } from '../ui/document-of.ts';

const KEY = 'jawhara.page-before';

/** Stores the address of each page that is left: pages tell the next one their host and nothing more (`Referrer-Policy`). */
export function rememberPage(): void {
  addEventListener('pagehide', () => {
    if (documentOf(location.pathname) === 'login') return;
    try {
      sessionStorage.setItem(KEY, location.pathname + location.search);
    } catch {
      // Then a login leads to the pay screen.
    }
  });
}

/** The whole address of the page before where the browser says that it was ours; else the referrer as it is. */
export function pageBefore(referrer: string, origin: string): string {
  if (!referrer.startsWith(`${origin}/`)) return referrer;
  try {
    return `${origin}${sessionStorage.getItem(KEY) ?? '/'}`;
  } catch {
    return referrer;
  }
}
