/** Crockford's alphabet: no letter that is misread over the telephone. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 9;

/** "7F3K-20481": what a payer reads out to support. Taken from the random end of a time-ordered id, so it tells nothing of our volume. */
export function spokenNumber(id: string): string {
  let bits = BigInt(`0x${id.replaceAll('-', '').slice(-12)}`);
  let text = '';
  for (let i = 0; i < CHARACTERS; i += 1) {
    text = `${ALPHABET[Number(bits & 31n)]}${text}`;
    bits >>= 5n;
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
