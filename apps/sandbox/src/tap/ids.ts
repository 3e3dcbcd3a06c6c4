import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Tap's ids mix letters and digits. Ours have letters only, so that no search for card numbers finds them. */
export function newId(kind: 'tok' | 'chg' | 're' | 'gw' | 'pay'): string {
  let text = '';
  for (const byte of randomBytes(20)) text += LETTERS[byte % LETTERS.length];
  return `${kind}_TS${text}`;
}
