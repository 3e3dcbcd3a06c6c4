/**
 * The one cookie there is (decision 17). No script can read it, and other sites can send it only by leading the browser here
 * (request-origin.ts). Where the site is https its name begins with `__Host-`: browsers then take it only over https, from this very
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

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/**
 * Only blanks and tabs stand around a cookie. `trim()` would take the byte A0 for a blank too: to a browser that byte is a letter, so
 * a name that begins with it has no `__Host-` prefix, and any neighbouring host may set it.
 */
function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** Every value that was sent under exactly this name. */
function valuesOf(header: string | undefined, name: string): string[] {
  const pairs = (header ?? '').split(';').map(trimBlanks);
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}

/** The value of a name that was sent once. A name that was sent twice has none, and one with anything before it is another name. */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = valuesOf(header, name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** Two cookies of one name: one of them is the browser's own, and the header does not say which. */
export function isSentTwice(header: string | undefined, name: string): boolean {
  return valuesOf(header, name).length > 1;
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
