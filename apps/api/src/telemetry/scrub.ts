import { createHash } from 'node:crypto';
import { isSessionDigest, SESSION_DIGEST_CHARACTERS, withoutSecrets } from '@jawhara/domain';

type Body = Readonly<Record<string, string | number | null>>;

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, SESSION_DIGEST_CHARACTERS);
}

/** PostgreSQL stores no NUL in a text, and half a surrogate pair is no character. */
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

/** An event's `tk` is a digest of the session key. The key of an old page that sends it plain is digested here. */
function withDigestedKey(text: string): string {
  const fields = parsedObject(text);
  const tk = fields?.['tk'];
  if (fields === null || tk === undefined || tk === '' || tk === null) return text;
  const known = typeof tk === 'string' && isSessionDigest(tk);
  // Digested like in current pages, so that a session is the same in both kinds of events.
  return known
    ? text
    : JSON.stringify({ ...fields, tk: digestOf(typeof tk === 'string' ? tk : JSON.stringify(tk)) });
}

/** A page's report with everything removed that we may not store. */
export function scrub(body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutSecrets(withDigestedKey(storable(value))) : value,
    ]),
  );
}
