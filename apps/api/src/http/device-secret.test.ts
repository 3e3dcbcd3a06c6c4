import { describe, expect, it } from 'vitest';
import { deviceDigest, readSecret, signSecret, type DeviceKeys } from './device-secret.ts';

const OLD = 'old'.repeat(12);
const NEW = 'new'.repeat(12);
const SECRET = 'a'.repeat(64);

describe('the secret of a device', () => {
  it('is believed under the key that signed it, and under no other', () => {
    const signed = signSecret(SECRET, [OLD]);
    expect(readSecret(signed, [OLD])).toEqual({ secret: SECRET, isOfFirstKey: true });
    expect(readSecret(signed, [NEW])).toBeNull();
  });

  it('outlives a change of keys, and is known to need a new signature', () => {
    const both: DeviceKeys = [NEW, OLD];
    expect(readSecret(signSecret(SECRET, [OLD]), both)).toEqual({ secret: SECRET, isOfFirstKey: false });
    expect(signSecret(SECRET, both)).toBe(signSecret(SECRET, [NEW]));
  });

  it.each([
    ['an invented one', SECRET],
    ['one with an empty signature', `${SECRET}.`],
    ['one with an invented signature', `${SECRET}.${'0'.repeat(32)}`],
    ['one with another’s signature', `${SECRET}.${signSecret('b'.repeat(64), [OLD]).slice(65)}`],
    ['one with a shorter signature', signSecret(SECRET, [OLD]).slice(0, -1)],
    ['one with a longer signature', `${signSecret(SECRET, [OLD])}0`],
    ['one in capitals', signSecret(SECRET, [OLD]).toUpperCase()],
  ])('is not %s', (_what, text) => {
    expect(readSecret(text, [OLD])).toBeNull();
  });

  it('is not what the database keeps, which does not depend on who signed', () => {
    expect(deviceDigest(SECRET)).toMatch(/^[\w-]{43}$/);
    expect(deviceDigest(SECRET)).not.toContain(SECRET);
  });
});
