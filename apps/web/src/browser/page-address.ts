import { APP_ADDRESS } from '@jawhara/contract';

/** `URL.parse` and `URL.canParse` are younger than the oldest browsers that come here. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** With a step in the history, or in the place of this one. */
export type HistoryStep = 'assign' | 'replace';

const START = '/pay';
/** The page that takes a device over trusts whoever leads to it: only a move to another host does. */
const HAND_OVER = /hand-over/i;

/** As the edge reads a path. Null where it cannot be read. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * The address of a page of this very site, or null. What is left has been read by the browser's own parser: `/.//evil.example` has our
 * origin there and `//evil.example` as its path, which would be another host when it is gone to.
 */
export function siteAddress(text: string, origin: string = location.origin): string | null {
  const url = text.startsWith('/') ? parseUrl(text, origin) : null;
  if (url === null || url.origin !== origin || url.pathname.startsWith('//')) return null;
  if (HAND_OVER.test(decoded(url.pathname) ?? 'hand-over')) return null;
  return url.pathname + url.search + url.hash;
}

/** The address of a page of somebody else's, or null: a provider's, a bank's, a store's. Without a lock only where we have none, in development. */
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

/** False: the address is none, and the page stays. */
function leaveFor(address: string | null, how: HistoryStep): boolean {
  if (address !== null) location[how](address);
  return address !== null;
}

/** To a page of this site; what is none leads to the start of a purchase. */
export function goToPage(text: string, how: HistoryStep = 'assign'): void {
  leaveFor(siteAddress(text) ?? START, how);
}

export function goOutside(text: string): boolean {
  return leaveFor(outsideAddress(text), 'assign');
}

export function goToHost(text: string, hosts: readonly string[], how: HistoryStep = 'assign'): boolean {
  return leaveFor(hostAddress(text, hosts), how);
}

/** Into the app: a scheme of its own, or a web address that it has claimed. */
export function goToApp(text: string): boolean {
  return leaveFor(APP_ADDRESS.test(text) ? text : null, 'assign');
}
