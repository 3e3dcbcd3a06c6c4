import { describe, expect, it } from 'vitest';
import { readSessionKey } from './session-key.ts';

const KEY = '0123456789abcdef'.repeat(4);

describe('a session key', () => {
  it('is 64 hexadecimal digits', () => {
    expect(readSessionKey(KEY)).toBe(KEY);
  });

  it.each([
    KEY.slice(1),
    `${KEY}0`,
    ` ${KEY}`,
    `${KEY}\n`,
    KEY.toUpperCase(),
    `g${KEY.slice(1)}`,
    '',
    null,
    64,
    [KEY],
  ])('is nothing else: %j', (sent) => {
    expect(readSessionKey(sent)).toBeNull();
  });
});
