import { expect, it } from 'vitest';
import { ACCOUNT_STATUS_CODES, type AccountStatus } from './account.ts';
import { loginGap, loginGaps, maySignIn, STATUSES_THAT_SIGN_IN } from './sign-in.ts';

it.each([
  ['normal', true],
  ['deactivating', true],
  ['deactivated', false],
  ['banned', false],
  ['not-existing', false],
  ['source-mismatch', false],
] as const)('an account with status %s may sign in: %s', (status, expected) => {
  expect(maySignIn({ status, source: 'social' }, 'social')).toBe(expected);
  expect(STATUSES_THAT_SIGN_IN.includes(status)).toBe(expected);
});

it('an account of another app may not sign in here, whatever its status', () => {
  for (const status of Object.keys(ACCOUNT_STATUS_CODES) as AccountStatus[]) {
    expect(maySignIn({ status, source: 'ludo' }, 'social')).toBe(false);
  }
});

it('[LGN-01] login requires an account id and a password, and reports the missing id first', () => {
  expect(loginGap('', '')).toBe('login-id-missing');
  expect(loginGap('  ', 'secret')).toBe('login-id-missing');
  expect(loginGap('5048213', '')).toBe('login-password-missing');
  expect(loginGap('5048213', ' ')).toBeNull();
});

it('[LGN-01] the login form gets all missing fields reported at once', () => {
  expect(loginGaps(' ', '')).toEqual(['login-id-missing', 'login-password-missing']);
  expect(loginGaps('5048213', '')).toEqual(['login-password-missing']);
  expect(loginGaps('', 'secret')).toEqual(['login-id-missing']);
  expect(loginGaps('5048213', 'secret')).toEqual([]);
});
