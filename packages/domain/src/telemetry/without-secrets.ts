import { withoutCardNumbers } from '../saved-card/card-number-like.ts';

const REMOVED = '[removed]';

/** Names under which secrets travel, in links, forms and JSON, also in JSON inside JSON and in escaped links. */
const SECRET_NAMES =
  'x-session-key|x-account-token|session_?key|skey|access_?token|id_?token|refresh_?token|apple_?pay_?token|card_?token|token|ticket|pass(?:word|wd)?|authorization|cookie|secret(?:_?key)?|api_?key|cvv2?|cvc2?';
const NAMED = new RegExp(
  String.raw`(?:(?<![A-Za-z0-9])|(?<=%[0-9A-F]{2}))(${SECRET_NAMES})((?:\\*["']|%22)?\s*(?:[:=]|%3A|%3D)\s*(?:\\*["']|%22)?)(?:Bearer\s+|Basic\s+)?(?!%22)[^\s"'&,;}\\#]+`,
  'gi',
);

/** Values that give themselves away: session keys of ours, signed tokens, keys and tokens of providers. */
const KEY_LIKE = [
  /(?<![0-9A-Za-z])[0-9a-fA-F]{40,}(?![0-9A-Za-z])/g,
  /eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*)?/g,
  /(?<![A-Za-z0-9])(?:sk|tok|src|whsec|rk)_[A-Za-z0-9_]{8,}/g,
  /(?<![A-Za-z0-9])(?:EAA|ya29\.)[A-Za-z0-9_.-]{20,}/g,
  /(?<=Bearer\s)[A-Za-z0-9_.~+/=-]{8,}/gi,
];

/** A text as telemetry may keep it: no card number, no session key, no token. */
export function withoutSecrets(text: string): string {
  const unnamed = text.replace(NAMED, `$1$2${REMOVED}`);
  const keyless = KEY_LIKE.reduce((left, pattern) => left.replace(pattern, REMOVED), unnamed);
  return withoutCardNumbers(keyless);
}

/** Short enough to be no key, long enough to tell sessions apart. */
export const SESSION_DIGEST_CHARACTERS = 16;

export function isSessionDigest(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text);
}
