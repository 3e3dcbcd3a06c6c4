import { describe, expect, it } from 'vitest';
import { deviceCookie, readDeviceCookie } from './device-cookie.ts';

const MINE = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);

describe('the cookie of a device', () => {
  it.each([
    ['alone', `jawhara_device=${MINE}`],
    ['among others, in any spacing', `x=1;jawhara_device=${MINE} ; y=jawhara_device`],
    ['first of two', `jawhara_device=${MINE}; jawhara_device=${OTHER}`],
    ['after one whose name only ends alike', `not_jawhara_device=${OTHER}; jawhara_device=${MINE}`],
  ])('is read %s', (_how, header) => {
    expect(readDeviceCookie(header)).toBe(MINE);
  });

  it.each([
    ['no header', undefined],
    ['an empty one', ''],
    ['others only', 'session=1; theme=dark'],
    ['a name that only ends alike', `not_jawhara_device=${MINE}`],
    ['what cannot be a secret', `jawhara_device=${MINE}0`],
    ['a first one that cannot be, before one that could', `jawhara_device=x; jawhara_device=${MINE}`],
  ])('is not found in %s', (_what, header) => {
    expect(readDeviceCookie(header)).toBeNull();
  });

  it('is for our calls alone, out of reach of scripts and other sites, and secure where the page is', () => {
    const plain = deviceCookie(MINE, false);
    expect(plain).toBe(`jawhara_device=${MINE}; Max-Age=31536000; Path=/api/; HttpOnly; SameSite=Lax`);
    expect(deviceCookie(MINE, true)).toContain('; Secure;');
    expect(readDeviceCookie(plain.split(';', 1)[0])).toBe(MINE);
  });
});
