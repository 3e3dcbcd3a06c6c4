import { createHash } from 'node:crypto';
import { isSessionDigest, SESSION_DIGEST_CHARACTERS, withoutSecrets } from '@jawhara/domain';

type Body = Readonly<Record<string, string | number | null>>;

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, SESSION_DIGEST_CHARACTERS);
}

/** Removes characters that PostgreSQL cannot store: NUL, and half of a surrogate pair. */
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

/**
 * Replaces a session key in `tk` by its digest. Current pages send the digest; old pages send the key itself, which
 * must not be stored.
 */
function withDigestedKey(text: string): string {
  const fields = parsedObject(text);
  const tk = fields?.['tk'];
  if (fields === null || tk === undefined || tk === '' || tk === null) return text;
  const known = typeof tk === 'string' && isSessionDigest(tk);
  // This is the digest that current pages compute, so that events of one session have the same value from old and current pages.
  return known
    ? text
    : JSON.stringify({ ...fields, tk: digestOf(typeof tk === 'string' ? tk : JSON.stringify(tk)) });
}

/** A page's report without everything that must not be stored. */
export function scrub(body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutSecrets(withDigestedKey(storable(value))) : value,
    ]),
  );
}
