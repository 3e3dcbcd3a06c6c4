import { randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const CHARACTERS = 26;

type Prefix = 'pay' | 'sid' | 'act' | 'tok' | 'src' | 'evt' | 'cus' | 'req' | 'dsp';

/** "pay_" and 26 characters, as the provider's ids look. */
export function newId<P extends Prefix>(prefix: P): `${P}_${string}` {
  let text = '';
  for (const byte of randomBytes(CHARACTERS)) text += ALPHABET[byte & 31];
  return `${prefix}_${text}`;
}
