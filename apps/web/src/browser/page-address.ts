import { APP_ADDRESS } from '@jawhara/contract';

/** `URL.parse` and `URL.canParse` are missing in the oldest browsers we support. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Whether a navigation adds a history entry or replaces the current one. */
export type HistoryStep = 'assign' | 'replace';

const START = '/pay';
/** The page that receives a device from another host trusts its referrer, so no navigation within this site may lead there. */
const HAND_OVER = /hand-over/i;

/** A path decoded as the edge does it. Null if it is malformed. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * The address of a page of this site, or null. Returns the browser's own parse: `/.//evil.example` has our origin but
 * `//evil.example` as its path, which would navigate to another host.
 */
export function siteAddress(text: string, origin: string = location.origin): string | null {
  const url = text.startsWith('/') ? parseUrl(text, origin) : null;
  if (url === null || url.origin !== origin || url.pathname.startsWith('//')) return null;
  if (HAND_OVER.test(decoded(url.pathname) ?? 'hand-over')) return null;
  return url.pathname + url.search + url.hash;
}

/** The address of another site's page, or null: a provider's, a bank's, a store's. Plain http only in development. */
export function outsideAddress(text: string): string | null {
  const url = parseUrl(text);
  if (url === null || url.username + url.password !== '') return null;
  const isPage = url.protocol === 'https:' || (url.protocol === 'http:' && location.protocol === 'http:');
  return isPage ? url.href : null;
}

/** An address on one of these hosts, or null. */
export function hostAddress(text: string, hosts: readonly string[]): string | null {
  const address = outsideAddress(text);
  return address !== null && hosts.includes(new URL(address).host) ? address : null;
}

/** Navigates to the address. False if it is null; then the page stays. */
function leaveFor(address: string | null, how: HistoryStep): boolean {
  if (address !== null) location[how](address);
  return address !== null;
}

/** Navigates to a page of this site; any other text leads to the start of a purchase. */
export function goToPage(text: string, how: HistoryStep = 'assign'): void {
  leaveFor(siteAddress(text) ?? START, how);
}

export function goOutside(text: string): boolean {
  return leaveFor(outsideAddress(text), 'assign');
}

export function goToHost(text: string, hosts: readonly string[], how: HistoryStep = 'assign'): boolean {
  return leaveFor(hostAddress(text, hosts), how);
}

/** Opens the app: by the app's own URL scheme, or by a web address that the app handles. */
export function goToApp(text: string): boolean {
  return leaveFor(APP_ADDRESS.test(text) ? text : null, 'assign');
}
