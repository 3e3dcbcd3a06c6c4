/** A secret that the app put into the link: its bearer is signed in to that account. */
export interface LinkCredentials {
  readonly by: 'ticket' | 'session_key';
  readonly secret: string;
}

const SECRETS = ['session_key', 'ticket'] as const;

const listeners = new Set<() => void>();
let credentials: LinkCredentials | null = null;

function without(query: string): string {
  const parameters = new URLSearchParams(query);
  for (const by of SECRETS) {
    const secret = parameters.get(by);
    if (secret) credentials ??= { by, secret };
    parameters.delete(by);
  }
  return parameters.toString();
}

const hasSecret = (text: string): boolean =>
  text.split(/[?#]/).some((part) => SECRETS.some((name) => new URLSearchParams(part).has(name)));

/**
 * Removes the secrets from the address and its history entry before anything else runs, so that no copied link and no report
 * carries them.
 */
export function takeLinkCredentials(): void {
  const { pathname, search, hash } = location;
  if (!hasSecret(search) && !hasSecret(hash)) return;
  const query = without(search);
  const mark = hash.indexOf('?');
  const place = mark === -1 ? hash : hash.slice(0, mark);
  // A hash may consist of parameters alone, without a path before them.
  const ownHash = hasSecret(place) ? `#${without(place.slice(1))}` : place;
  const inHash = mark === -1 ? '' : without(hash.slice(mark + 1));
  const address = `${pathname}${query && `?${query}`}${ownHash}${inHash && `?${inHash}`}`;
  history.replaceState(history.state, '', address.replace(/#$/, ''));
}

/** The credentials of the link, until the sign-in has handled them. */
export function linkCredentials(): LinkCredentials | null {
  return credentials;
}

/** The app may also offer credentials by itself; those of a link come first. */
export function offerLinkCredentials(offered: LinkCredentials): void {
  credentials ??= offered;
  for (const listener of listeners) listener();
}

export function forgetLinkCredentials(): void {
  credentials = null;
  for (const listener of listeners) listener();
}

export function subscribeToLinkCredentials(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
