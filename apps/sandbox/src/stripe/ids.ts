import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The provider's ids are a kind and a row of letters and digits. Ours have letters alone: nobody can take them for a card number. */
export function newId(kind: 'tok' | 'pi' | 'ch' | 're' | 'du' | 'evt' | 'txn' | 'req'): string {
  let text = '';
  for (const byte of randomBytes(24)) text += LETTERS[byte % LETTERS.length];
  return `${kind}_${text}`;
}
