import { describe, expect, it } from 'vitest';
import { cookieName, isSentTwice, readCookie, setCookie } from './device-cookie.ts';

const PLAIN = cookieName(false);
const SECURE = cookieName(true);

describe('the cookie of a device', () => {
  it.each([
    ['alone', 'jawhara_device=mine'],
    ['among others, in any spacing', 'x=1;jawhara_device=mine ; y=jawhara_device'],
    ['behind a tab and blanks', 'x=1; \t jawhara_device=mine\t; y=2'],
    ['after one whose name only ends alike', 'not_jawhara_device=other; jawhara_device=mine'],
    ['beside the one of an https site', '__Host-jawhara_device=other; jawhara_device=mine'],
  ])('is read %s', (_how, header) => {
    expect(readCookie(header, PLAIN)).toBe('mine');
  });

  it.each([
    ['no header', undefined],
    ['an empty one', ''],
    ['others only', 'session=1; theme=dark'],
    ['a name that only ends alike', 'not_jawhara_device=mine'],
    ['the name of an https site', '__Host-jawhara_device=mine'],
  ])('is not found in %s', (_what, header) => {
    expect(readCookie(header, PLAIN)).toBeNull();
  });

  it('of an https site is not one that a neighbour could have planted', () => {
    expect(readCookie('jawhara_device=planted', SECURE)).toBeNull();
    expect(readCookie('jawhara_device=planted; __Host-jawhara_device=mine', SECURE)).toBe('mine');
  });

  const EVERY_BYTE = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  /** A header's own separators: behind them the name stands alone, and no browser stores a cookie with one of them in its name. */
  const SEPARATORS = [';', ' ', '\t'];

  it('is not one whose name has any byte before it, inside or after it; the browser’s own beside it is read, in both orders', () => {
    const wrong: string[] = [];
    for (const byte of EVERY_BYTE) {
      const disguised = [
        ...(SEPARATORS.includes(byte) ? [] : [`${byte}${SECURE}`]),
        `${SECURE.slice(0, 7)}${byte}${SECURE.slice(7)}`,
        ...(byte === '=' ? [] : [`${SECURE}${byte}`]),
      ];
      for (const name of disguised) {
        if (readCookie(`${name}=planted`, SECURE) !== null) wrong.push(JSON.stringify(name));
        const beside = [`${name}=planted; ${SECURE}=mine`, `${SECURE}=mine; ${name}=planted`];
        wrong.push(...beside.filter((header) => readCookie(header, SECURE) !== 'mine'));
      }
    }
    expect(wrong).toEqual([]);
  });

  it('sent twice is none, whichever comes first, and also when both are alike', () => {
    for (const header of [
      `${SECURE}=mine; ${SECURE}=planted`,
      `${SECURE}=planted;${SECURE}=mine`,
      `${SECURE}=mine; x=1; ${SECURE}=mine`,
    ]) {
      expect(readCookie(header, SECURE)).toBeNull();
      expect(isSentTwice(header, SECURE)).toBe(true);
    }
    expect(isSentTwice(`\u00a0${SECURE}=planted; ${SECURE}=mine`, SECURE)).toBe(false);
    expect(isSentTwice(undefined, SECURE)).toBe(false);
  });

  it('is read from a header of sixteen thousand blanks at once', () => {
    expect(readCookie(`${' '.repeat(16_000)}x; ${SECURE}=mine`, SECURE)).toBe('mine');
  });

  it('is out of reach of scripts and other sites, and has what its prefix demands', () => {
    expect(setCookie(PLAIN, 'x')).toBe('jawhara_device=x; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax');
    expect(setCookie(SECURE, 'x')).toBe(
      '__Host-jawhara_device=x; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  });
});
