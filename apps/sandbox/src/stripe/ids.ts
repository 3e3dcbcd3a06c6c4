import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Stripe's ids are a prefix and letters and digits. Ours have letters only, so that no search for card numbers finds them. */
export function newId(kind: 'tok' | 'pi' | 'ch' | 're' | 'du' | 'evt' | 'txn' | 'req'): string {
  let text = '';
  for (const byte of randomBytes(24)) text += LETTERS[byte % LETTERS.length];
  return `${kind}_${text}`;
}
