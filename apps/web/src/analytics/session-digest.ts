import { SESSION_DIGEST_CHARACTERS } from '@jawhara/domain';

/** Tells sessions apart without being one: the key itself never leaves with an event. Empty where the browser cannot make it. */
export async function sessionDigest(sessionKey: string | null): Promise<string> {
  if (sessionKey === null || globalThis.crypto.subtle === undefined) return '';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionKey));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.slice(0, SESSION_DIGEST_CHARACTERS);
}
