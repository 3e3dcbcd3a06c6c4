import type { CallName } from '@jawhara/contract';
import { hasCardNumber, isCardSecretName } from '@jawhara/domain';

/**
 * Fields that may hold digits which only look like a card. Facebook numbers its people with 15 to 17 digits, and one in ten
 * of those passes the check digit of cards: their owners could never sign in. The value is compared and never stored.
 */
const EXEMPT_FIELDS: Partial<Record<CallName, readonly string[]>> = {
  logInWithFacebook: ['user_id'],
  readLoginKey: ['user_id'],
};

export function exemptFields(call: CallName | null): readonly string[] {
  return (call !== null && EXEMPT_FIELDS[call]) || [];
}

/** The same parameters without those at their top level; nested ones of the same name are looked at. */
export function withoutFields(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name, inner]) => typeof inner === 'object' || !names.includes(name)),
  );
}

const DEPTH_MAX = 8;

/**
 * True when a request carries what only hosted fields may see. Texts are searched as they are, and once more when they
 * are JSON themselves (`platform_data` is), so that a secret's name is found inside them too.
 */
export function carriesCardData(value: unknown, depth = 0): boolean {
  if (depth > DEPTH_MAX) return false;
  if (typeof value === 'number') return hasCardNumber(String(value));
  if (typeof value === 'string') return hasCardNumber(value) || carriesInJson(value, depth);
  if (Array.isArray(value)) return value.some((item) => carriesCardData(item, depth + 1));
  // A provider's notification stays bytes until its signature is checked, and is scrubbed before it is stored.
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return false;
  return Object.entries(value).some(
    ([name, inner]) => isCardSecretName(name) || hasCardNumber(name) || carriesCardData(inner, depth + 1),
  );
}

function carriesInJson(text: string, depth: number): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    return carriesCardData(JSON.parse(text), depth + 1);
  } catch {
    return false;
  }
}
