/** Crockford's alphabet: no letter that is misread over the telephone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 9;

/** The last 45 bits as people say them. */
export function spokenBits(value: bigint): string {
  let bits = value;
  let text = '';
  for (let i = 0; i < CHARACTERS; i += 1) {
    text = `${ALPHABET[Number(bits & 31n)]}${text}`;
    bits >>= 5n;
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** "7F3K-20481": what a payer reads out to support. Taken from the random end of a time-ordered id, so it tells nothing of our volume. */
export function spokenNumber(id: string): string {
  return spokenBits(BigInt(`0x${id.replaceAll('-', '')}`));
}

/** Letters that people write for what they see or hear. */
const MISREAD: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', U: 'V' };

/** The value behind a number as somebody typed it: any case, any grouping, the letters people mix up. Null when it is none. */
export function readSpokenNumber(typed: string): number | null {
  const characters = [...typed.toUpperCase().replace(/[\s-]/g, '')].map((one) => MISREAD[one] ?? one);
  const digits = characters.map((one) => ALPHABET.indexOf(one));
  if (digits.length !== CHARACTERS || digits.includes(-1)) return null;
  return digits.reduce((value, digit) => value * ALPHABET.length + digit, 0);
}
