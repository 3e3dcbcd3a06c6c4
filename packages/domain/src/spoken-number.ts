/** Crockford's alphabet, without letters that are misheard on the telephone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 9;

/** The last 45 bits of an id as text: "7F3K-20481". */
export function spokenBits(value: bigint): string {
  let bits = value;
  let text = '';
  for (let i = 0; i < CHARACTERS; i += 1) {
    text = `${ALPHABET[Number(bits & 31n)]}${text}`;
    bits >>= 5n;
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/**
 * "7F3K-20481": the number a payer reads out to support. Taken from the random end of a time-ordered id, so it does not
 * reveal our volume.
 */
export function spokenNumber(id: string): string {
  return spokenBits(BigInt(`0x${id.replaceAll('-', '')}`));
}

/** Letters that people type for a character of the alphabet. */
const MISREAD: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', U: 'V' };

/** Parses a typed number: any case, any grouping, commonly confused letters. Null if it is none. */
export function readSpokenNumber(typed: string): number | null {
  const characters = [...typed.toUpperCase().replace(/[\s-]/g, '')].map((one) => MISREAD[one] ?? one);
  const digits = characters.map((one) => ALPHABET.indexOf(one));
  if (digits.length !== CHARACTERS || digits.includes(-1)) return null;
  return digits.reduce((value, digit) => value * ALPHABET.length + digit, 0);
}
