import { GENERIC_WALLET, usdCents } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { parse } from '../endpoint.ts';
import { DEFAULT_WALLET_SHEET, walletRequest } from './wallet-sheet.ts';
import { checkDomainPayable } from './wallets.ts';

describe('the wallet sheet', () => {
  it('[WAL-01] the wallet sheet requests Hong Kong, US dollars, three networks, all capabilities and the total’s label', () => {
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
  ])('the wallet sheet shows %i cents as %s, with two decimals and no separators', (cents, amount) => {
    expect(walletRequest(DEFAULT_WALLET_SHEET, usdCents(cents)).total.amount).toBe(amount);
  });

  it('the wallet sheet offers the mada network only in Saudi Arabia', () => {
    const sheet = { ...DEFAULT_WALLET_SHEET, networks: ['visa', 'mada'] };
    expect(walletRequest(sheet, usdCents(999)).supportedNetworks).toEqual(['visa']);
    const saudi = { ...sheet, countryCode: 'SA' };
    expect(walletRequest(saudi, usdCents(999)).supportedNetworks).toEqual(['visa', 'mada']);
  });
});

describe('the check of a domain', () => {
  it('[WAL-09 in part] the check whether a domain can pay by wallet sends pay_type, domain, uid and check_only', () => {
    const { request } = checkDomainPayable;
    const domainRequest = { payType: GENERIC_WALLET, domain: 'shop.example', accountId: null, grayValue: 42 };
    expect(request.write(domainRequest)).toEqual({ pay_type: 2528, domain: 'shop.example', check_only: 42 });
  });

  it('[CFG-07 in part] an unknown wallet pay type in the answer becomes the default wallet, and the unknown code is reported', () => {
    const wire = { is_payable: true, domain: 'shop.example', pay_type: 99 };
    expect(parse(checkDomainPayable.answer, wire)).toMatchObject({ value: { payType: 25, unknownCode: 99 } });
    expect(parse(checkDomainPayable.answer, { ...wire, pay_type: 26 })).toEqual({
      kind: 'parsed',
      value: { isPayable: true, domain: 'shop.example', payType: 26 },
    });
  });
});
