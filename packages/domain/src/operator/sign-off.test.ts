import { expect, it } from 'vitest';
import { readSignOff, SIGN_OFF_BY_MAX, SIGN_OFF_WHY_MAX } from './sign-off.ts';

it('a name and a reason make a sign-off, without the blanks around them', () => {
  expect(readSignOff(' noura ', ' the payer asked\nin writing ')).toEqual({
    by: 'noura',
    why: 'the payer asked\nin writing',
  });
});

it('nothing is signed without a name, without a reason, or with more than anybody reads', () => {
  for (const [by, why] of [
    ['', 'because'],
    ['  ', 'because'],
    ['noura', ''],
    ['noura', ' \n '],
    ['no\nura', 'because'],
    ['n'.repeat(SIGN_OFF_BY_MAX + 1), 'because'],
    ['noura', 'w'.repeat(SIGN_OFF_WHY_MAX + 1)],
  ] as const)
    expect(readSignOff(by, why)).toBeNull();
  expect(readSignOff('n'.repeat(SIGN_OFF_BY_MAX), 'w'.repeat(SIGN_OFF_WHY_MAX))).not.toBeNull();
});
