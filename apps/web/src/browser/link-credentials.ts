import { useSyncExternalStore } from 'react';
import { usePageValue } from '../page-scope.ts';
import { createStore, type Store } from '../store.ts';

/** A secret that the app put into the link: its bearer is signed in to that account. */
export interface LinkCredentials {
  readonly by: 'ticket' | 'session_key';
  readonly secret: string;
}

const SECRETS = ['session_key', 'ticket'] as const;

/** The first credential of a query, and the query without any. */
function takeFrom(query: string): readonly [LinkCredentials | null, string] {
  const parameters = new URLSearchParams(query);
  let found: LinkCredentials | null = null;
  for (const by of SECRETS) {
    const secret = parameters.get(by);
    if (secret) found ??= { by, secret };
    parameters.delete(by);
  }
  return [found, parameters.toString()];
}

const hasSecret = (text: string): boolean =>
  text.split(/[?#]/).some((part) => SECRETS.some((name) => new URLSearchParams(part).has(name)));

/**
 * Removes the secrets from the address and its history entry before anything else runs, so that no copied link and no report
 * carries them.
 */
export function takeLinkCredentials(): LinkCredentials | null {
  const { pathname, search, hash } = location;
  if (!hasSecret(search) && !hasSecret(hash)) return null;
  const [inSearch, query] = takeFrom(search);
  const mark = hash.indexOf('?');
  const place = mark === -1 ? hash : hash.slice(0, mark);
  // A hash may consist of parameters only, without a path before them.
  const [inPlace, parameters] = hasSecret(place) ? takeFrom(place.slice(1)) : [null, place.slice(1)];
  const [inHash, hashQuery] = takeFrom(mark === -1 ? '' : hash.slice(mark + 1));
  const address = `${pathname}${query && `?${query}`}#${parameters}${hashQuery && `?${hashQuery}`}`;
  history.replaceState(history.state, '', address.replace(/#$/, ''));
  return inSearch ?? inPlace ?? inHash;
}

/** The credentials of the page, until the sign-in has handled them; the app may supply some too. */
export const createCredentialsStore = (): Store<LinkCredentials | null> =>
  createStore<LinkCredentials | null>(null);

/** Null in the prerendered markup and during its hydration. */
export function useLinkCredentials(): LinkCredentials | null {
  const { get, subscribe } = usePageValue(createCredentialsStore);
  return useSyncExternalStore(subscribe, get, () => null);
}
