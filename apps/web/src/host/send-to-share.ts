import { readUrlParameters } from './url-parameters.ts';

const SHARE = 'share.html';

/** A link with `info` is an invitation, whatever page it names: the folder stays, the last part becomes the share page. */
export function sendToShare(location: Pick<Location, 'pathname' | 'search' | 'hash' | 'replace'>): void {
  const parts = location.pathname.replace(/\/+$/, '').split('/');
  if (parts.at(-1) === SHARE || readUrlParameters(location).info === null) return;
  // Two strokes at the beginning would name another host.
  const folder = parts.slice(0, -1).filter((part) => part !== '');
  location.replace(`/${[...folder, SHARE].join('/')}${location.search}${location.hash}`);
}
