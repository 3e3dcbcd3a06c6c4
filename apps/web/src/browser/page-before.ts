import { documentOf } from '../ui/document-of.ts';

const KEY = 'jawhara.page-before';

/** Stores the address of each page that is left, because pages send only their host as referrer (`Referrer-Policy`). */
export function rememberPage(): void {
  addEventListener('pagehide', () => {
    if (documentOf(location.pathname) === 'login') return;
    try {
      sessionStorage.setItem(KEY, location.pathname + location.search);
    } catch {
      // Without storage a login leads to the pay screen.
    }
  });
}

/** The full address of the previous page if the referrer says that it was ours; otherwise the referrer. */
export function pageBefore(referrer: string, origin: string): string {
  if (!referrer.startsWith(`${origin}/`)) return referrer;
  try {
    return `${origin}${sessionStorage.getItem(KEY) ?? '/'}`;
  } catch {
    return referrer;
  }
}
