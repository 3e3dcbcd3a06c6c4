import type { CallName } from '@jawhara/contract';
import { hasCardNumber, isCardSecretName } from '@jawhara/domain';

/**
 * Fields whose digits may only look like a card number. Facebook's user ids have 15 to 17 digits, and one in ten passes the
 * check digit of cards: those users could never sign in. The value is compared and never stored.
 */
const EXEMPT_FIELDS: Partial<Record<CallName, readonly string[]>> = {
  logInWithFacebook: ['user_id'],
  readLoginKey: ['user_id'],
};

export function exemptFields(call: CallName | null): readonly string[] {
  return (call !== null && EXEMPT_FIELDS[call]) || [];
}

/** The parameters without these top-level fields; nested fields of the same name are checked. */
export function withoutFields(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name, inner]) => typeof inner === 'object' || !names.includes(name)),
  );
}

const DEPTH_MAX = 8;

/**
 * True if a request contains card data, which only the providers' hosted fields may handle. A text is searched as it
 * is, and again as JSON if it is JSON (`platform_data` is), so that field names inside it are found too.
 */
export function carriesCardData(value: unknown, depth = 0): boolean {
  if (depth > DEPTH_MAX) return false;
  if (typeof value === 'number') return hasCardNumber(String(value));
  if (typeof value === 'string') return hasCardNumber(value) || carriesInJson(value, depth);
  if (Array.isArray(value)) return value.some((item) => carriesCardData(item, depth + 1));
  // A webhook stays bytes until its signature is checked. Card numbers in it are removed before it is stored.
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
