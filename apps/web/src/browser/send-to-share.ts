import { goToPage, type HistoryStep } from './page-address.ts';

const SHARE = 'share.html';

/** As `link.ts` reads it: in the query, or behind a question mark in the hash. All of that reader would weigh on every first load. */
const HAS_INFO = /[?&]info(?:=|&|#|$)/;

/** A link with `info` is an invitation, whatever page it names: the folder stays, the last part becomes the share page. */
export function sendToShare(location: ShareLocation, go: Go = goToPage): void {
  const { pathname, search, hash } = location;
  const parts = pathname.split('/').filter((part) => part !== '');
  if (parts.at(-1) === SHARE || !HAS_INFO.test(search + hash)) return;
  // From parts, because two strokes at the beginning would name another host.
  go(`/${[...parts.slice(0, -1), SHARE].join('/')}${search}${hash}`, 'replace');
}

export interface ShareLocation {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

export type Go = (address: string, how: HistoryStep) => void;
