import { stored } from './storage/stored.ts';

const LENGTH = 21;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

export const storedNanoId = stored<string>({
  key: 'nano_id',
  parse: (json) => (typeof json === 'string' && /^[\w-]{21}$/.test(json) ? json : null),
  format: (id) => id,
});

/** Short, for addresses and logs; made once. The alphabet has 64 letters, so every byte gives one evenly. */
export function nanoId(): string {
  const known = storedNanoId.read();
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  const made = Array.from(bytes, (byte) => LETTERS.charAt(byte & 63)).join('');
  storedNanoId.write(made);
  return made;
}
