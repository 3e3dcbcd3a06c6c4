import { describe, expect, it } from 'vitest';
import { cookieName, readCookie, setCookie } from './device-cookie.ts';

const PLAIN = cookieName(false);
const SECURE = cookieName(true);

describe('the cookie of a device', () => {
  it.each([
    ['alone', 'jawhara_device=mine'],
    ['among others, in any spacing', 'x=1;jawhara_device=mine ; y=jawhara_device'],
    ['first of two', 'jawhara_device=mine; jawhara_device=other'],
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

  it('is out of reach of scripts and other sites, and has what its prefix demands', () => {
    expect(setCookie(PLAIN, 'x')).toBe('jawhara_device=x; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax');
    expect(setCookie(SECURE, 'x')).toBe(
      '__Host-jawhara_device=x; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  });
});
