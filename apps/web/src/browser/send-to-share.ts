import { goToPage, type HistoryStep } from './page-address.ts';

const SHARE = 'share.html';

/**
 * The same rule as `link.ts`: in the query, or behind a question mark in the hash. Importing that reader would enlarge
 * every first load.
 */
const HAS_INFO = /[?&]info(?:=|&|#|$)/;

/** A link with `info` is an invitation, whichever page it names: the folder stays, the last part becomes the share page. */
export function sendToShare(location: ShareLocation, go: Go = goToPage): void {
  const { pathname, search, hash } = location;
  const parts = pathname.split('/').filter((part) => part !== '');
  if (parts.at(-1) === SHARE || !HAS_INFO.test(search + hash)) return;
  // Built from parts, because two leading slashes would name another host.
  go(`/${[...parts.slice(0, -1), SHARE].join('/')}${search}${hash}`, 'replace');
}

export interface ShareLocation {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

export type Go = (address: string, how: HistoryStep) => void;
