import { describe, expect, it } from 'vitest';
import { accountId } from '../account/account.ts';
import { payerReferenceOf } from './card-owner.ts';

describe('the name by which a provider knows a payer', () => {
  it('is the account on every device of it, and the device where nobody is logged in', () => {
    const account = accountId(1001);
    expect(payerReferenceOf({ device: 'd1', accountId: account })).toBe('account-1001');
    expect(payerReferenceOf({ device: 'd2', accountId: account })).toBe('account-1001');
    expect(payerReferenceOf({ device: 'd1', accountId: null })).toBe('device-d1');
    expect(payerReferenceOf({ device: 'd2', accountId: null })).toBe('device-d2');
  });
});
