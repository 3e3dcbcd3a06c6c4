import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The provider's ids mix letters and digits. Ours have letters alone: nobody can take them for a card number. */
export function newId(kind: 'tok' | 'chg' | 're' | 'gw' | 'pay'): string {
  let text = '';
  for (const byte of randomBytes(20)) text += LETTERS[byte % LETTERS.length];
  return `${kind}_TS${text}`;
}
