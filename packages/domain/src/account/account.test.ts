import { expect, it } from 'vitest';
import { ACCOUNT_SOURCE_CODES, ACCOUNT_STATUS_CODES, accountId } from './account.ts';

it('[RCP-08] each account status has its fixed number on the wire', () => {
  expect(ACCOUNT_STATUS_CODES).toEqual({
    normal: 0,
    deactivated: 1,
    banned: 2,
    'not-existing': 3,
    deactivating: 4,
    'source-mismatch': 5,
  });
});

it('[RCP-08] accounts of the social app have source 1 on the wire, those of the ludo game source 4', () => {
  expect(ACCOUNT_SOURCE_CODES).toEqual({ social: 1, ludo: 4 });
});

it('an account id is a whole number above zero', () => {
  expect(accountId(1)).toBe(1);
  expect(accountId(Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
  for (const wrong of [0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1]) {
    expect(() => accountId(wrong)).toThrow(new RangeError(`not an account id: ${wrong}`));
  }
});
