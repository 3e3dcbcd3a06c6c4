import { GENERIC_WALLET, usdCents } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { parse } from '../endpoint.ts';
import { DEFAULT_WALLET_SHEET, walletRequest } from './wallet-sheet.ts';
import { checkDomainPayable } from './wallets.ts';

describe('what the sheet shows', () => {
  it('[WAL-01] is Hong Kong, US dollars, three networks, all capabilities, and the name of the statement', () => {
    expect(walletRequest({ ...DEFAULT_WALLET_SHEET, totalLabel: 'JAWHARA' }, usdCents(999))).toEqual({
      countryCode: 'HK',
      currencyCode: 'USD',
      supportedNetworks: ['visa', 'masterCard', 'chinaUnionPay'],
      merchantCapabilities: ['supports3DS', 'supportsDebit', 'supportsCredit', 'supportsEMV'],
      total: { label: 'JAWHARA', amount: '9.99', type: 'final' },
    });
  });

  it.each([
    [1, '0.01'],
    [50, '0.50'],
    [500, '5.00'],
    [9_999, '99.99'],
    [100_000, '1000.00'],
  ])('%i cents are %s: two decimals, no separators', (cents, amount) => {
    expect(walletRequest(DEFAULT_WALLET_SHEET, usdCents(cents)).total.amount).toBe(amount);
  });

  it('mada is offered in Saudi Arabia alone', () => {
    const sheet = { ...DEFAULT_WALLET_SHEET, networks: ['visa', 'mada'] };
    expect(walletRequest(sheet, usdCents(999)).supportedNetworks).toEqual(['visa']);
    const saudi = { ...sheet, countryCode: 'SA' };
    expect(walletRequest(saudi, usdCents(999)).supportedNetworks).toEqual(['visa', 'mada']);
  });
});

describe('the question about a host', () => {
  it('[WAL-09 in part] sends pay_type, domain, uid and check_only', () => {
    const { request } = checkDomainPayable;
    const domainRequest = { payType: GENERIC_WALLET, domain: 'shop.example', accountId: null, grayValue: 42 };
    expect(request.write(domainRequest)).toEqual({ pay_type: 2528, domain: 'shop.example', check_only: 42 });
  });

  it('[CFG-07 in part] a wallet that nobody knows is the default one, and can be reported', () => {
    const wire = { is_payable: true, domain: 'shop.example', pay_type: 99 };
    expect(parse(checkDomainPayable.answer, wire)).toMatchObject({ value: { payType: 25, unknownCode: 99 } });
    expect(parse(checkDomainPayable.answer, { ...wire, pay_type: 26 })).toEqual({
      kind: 'parsed',
      value: { isPayable: true, domain: 'shop.example', payType: 26 },
    });
  });
});
