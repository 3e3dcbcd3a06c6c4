import { withoutCardNumbers } from '../saved-card/card-number-like.ts';

const REMOVED = '[removed]';

/** Field names of secrets in links, forms and JSON, also in nested JSON and in escaped links. */
const NAMED =
  /(?:(?<![A-Za-z0-9])|(?<=%[0-9A-F]{2}))(x-session-key|x-account-token|session_?key|skey|access_?token|id_?token|refresh_?token|apple_?pay_?token|card_?token|token|ticket|pass(?:word|wd)?|authorization|cookie|secret(?:_?key)?|api_?key|cvv2?|cvc2?)((?:\\*["']|%22)?\s*(?:[:=]|%3A|%3D)\s*(?:\\*["']|%22)?)(?:Bearer\s+|Basic\s+)?(?!%22)[^\s"'&,;}\\#]+/gi;

/** Secrets that are recognisable by their form: session keys, keys and tokens of providers. */
const KEY_LIKE = [
  /(?<![0-9A-Za-z])[0-9a-fA-F]{40,}(?![0-9A-Za-z])/g,
  /(?<![A-Za-z0-9])(?:sk|tok|src|whsec|rk)_[A-Za-z0-9_]{8,}/g,
  // Links that we sign ourselves: of receipts, of mails.
  /(?<![\w-])[\w-]{22}\.[\w-]{22}(?![\w-])/g,
  /(?<![A-Za-z0-9])(?:EAA|ya29\.)[A-Za-z0-9_.-]{20,}/g,
  /(?<=Bearer\s)[A-Za-z0-9_.~+/=-]{8,}/gi,
];

/** The characters of a signed token. */
const DOTTED_RUN = /[A-Za-z0-9_.-]+/g;
const TOKEN_BEGINS = 'eyJ';
const TOKEN_HEAD_MIN = 9;
const TOKEN_CLAIMS_MIN = 6;

/**
 * Removes signed tokens (a part that begins with eyJ, claims, perhaps a signature) anywhere in a word. A single pattern
 * would scan to the end of the text from every eyJ, which a hostile text can repeat.
 */
function withoutSignedTokens(run: string): string {
  if (!run.includes(TOKEN_BEGINS)) return run;
  const parts = run.split('.');
  const cleanParts: string[] = [];
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] ?? '';
    const begin = part.indexOf(TOKEN_BEGINS);
    const isToken =
      begin >= 0 && part.length - begin >= TOKEN_HEAD_MIN && (parts[i + 1] ?? '').length >= TOKEN_CLAIMS_MIN;
    cleanParts.push(isToken ? part.slice(0, begin) + REMOVED : part);
    if (isToken) i += 2;
  }
  return cleanParts.join('.');
}

/** A text that telemetry may store: no card number, no session key, no token. */
export function withoutSecrets(text: string): string {
  const unnamed = text.replace(NAMED, `$1$2${REMOVED}`);
  const unsigned = unnamed.replace(DOTTED_RUN, withoutSignedTokens);
  const keyless = KEY_LIKE.reduce((left, pattern) => left.replace(pattern, REMOVED), unsigned);
  return withoutCardNumbers(keyless);
}

/** Too short to be used as a key, long enough to distinguish sessions. */
export const SESSION_DIGEST_CHARACTERS = 16;

export function isSessionDigest(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text);
}
