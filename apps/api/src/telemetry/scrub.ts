import { createHash } from 'node:crypto';
import { isSessionDigest, SESSION_DIGEST_CHARACTERS, withoutSecrets } from '@jawhara/domain';

type Body = Readonly<Record<string, string | number | null>>;

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, SESSION_DIGEST_CHARACTERS);
}

/** PostgreSQL keeps no NUL in a text, and half a surrogate pair is no character. */
function storable(text: string): string {
  return Buffer.from(text.replaceAll('\u0000', '')).toString();
}

function parsedObject(text: string): Record<string, unknown> | null {
  if (!/^\s*\{/.test(text)) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** `tk` of an event is a digest of the session key. An old page that sends the key itself has it digested here. */
function withDigestedKey(text: string): string {
  const fields = parsedObject(text);
  const tk = fields?.['tk'];
  if (fields === null || tk === undefined || tk === '' || tk === null) return text;
  const known = typeof tk === 'string' && isSessionDigest(tk);
  // As the pages of today digest it, so that a session is the same one in either's events.
  return known
    ? text
    : JSON.stringify({ ...fields, tk: digestOf(typeof tk === 'string' ? tk : JSON.stringify(tk)) });
}

/** A page's report, as we may store it. */
export function scrub(body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutSecrets(withDigestedKey(storable(value))) : value,
    ]),
  );
}
