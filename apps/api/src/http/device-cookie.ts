/**
 * The one cookie there is. No script can read it, and other sites can send it only by leading the browser here
 * (came-from.ts). Where the site is https its name begins with `__Host-`: browsers then take it only over https, from this very
 * host and for all of its paths, so that no neighbouring subdomain and nobody on the line can plant one. Plain http is for
 * development, where no browser would keep such a name. The setting decides, not the request: a proxy that forgets to say
 * https would otherwise bring the weaker cookie back. The plain name is not read on an https site.
 */
export const PLAIN_NAME = 'jawhara_device';
export const SECURE_NAME = '__Host-jawhara_device';

const YEAR_S = 365 * 24 * 3600;

export function cookieName(isHttps: boolean): string {
  return isHttps ? SECURE_NAME : PLAIN_NAME;
}

/** What was sent under a name, or null. Of two the first counts. */
export function readCookie(header: string | undefined, name: string): string | null {
  const named = header?.split(';').find((pair) => pair.trimStart().startsWith(`${name}=`));
  return named?.slice(named.indexOf('=') + 1).trim() ?? null;
}

function cookie(name: string, value: string, seconds: number): string {
  const secure = name === SECURE_NAME ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

export function setCookie(name: string, value: string): string {
  return cookie(name, value, YEAR_S);
}

/** A browser forgets what has no time left. */
export function endCookie(name: string): string {
  return cookie(name, '', 0);
}
