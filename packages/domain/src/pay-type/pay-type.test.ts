import { expect, it } from 'vitest';
import {
  CHECKOUT_COM_CARD,
  PAY_TYPES,
  cardPayTypeOf,
  isPayType,
  isWallet,
  payGroupOf,
  providerOf,
  usualPayTypeOf,
  type PayGroup,
  type PayType,
} from './pay-type.ts';
import type { ProviderNumber } from '../provider/providers.ts';
import { PAY_TYPES_WITHOUT_CVV, takesGooglePay } from './card-pay-types.ts';
import { isEmbeddedWallet, walletWayOf } from './wallet-way.ts';

/** The table of the requirement, written a second time. */
const TABLE = {
  23: ['card', 13, 'provider-13'],
  24: ['card', 6, 'provider-6'],
  25: ['wallet', 6, 'wallet'],
  26: ['wallet', 17, 'wallet'],
  27: ['card', 17, 'provider-17'],
  28: ['wallet', 18, 'wallet'],
  29: ['wallet', 19, 'wallet'],
  30: ['wallet', 30, 'wallet'],
  31: ['wallet', 6, 'wallet'],
  2528: ['wallet', null, 'wallet'],
} as const satisfies Record<PayType, readonly ['card' | 'wallet', ProviderNumber | null, PayGroup]>;
const ROWS = Object.entries(TABLE).map(([payType, row]) => [Number(payType) as PayType, ...row] as const);

it.each(ROWS)('[TYP-01] pay type %i is a %s of provider %s', (payType, kind, provider) => {
  expect(PAY_TYPES[payType].kind).toBe(kind);
  expect(providerOf(payType)).toBe(provider);
});

it('[TYP-01] only the pay types in the table exist', () => {
  expect(Object.keys(PAY_TYPES).map(Number)).toEqual(ROWS.map(([payType]) => payType));
  for (const [payType] of ROWS) expect(isPayType(payType)).toBe(true);
  for (const code of [0, -23, 22, 32, 2527, 23.5, Number.NaN]) expect(isPayType(code)).toBe(false);
  expect(CHECKOUT_COM_CARD).toBe(23);
});

it('names of built-in object properties are not accepted as pay types', () => {
  expect(isPayType('toString' as unknown as number)).toBe(false);
  expect(isPayType('constructor' as unknown as number)).toBe(false);
});

it('[TYP-02] the wallet pay types are 25, 26, 28, 29, 30, 31 and 2528', () => {
  const codes = Object.keys(PAY_TYPES).map((code) => Number(code) as PayType);
  expect(codes.filter(isWallet)).toEqual([25, 26, 28, 29, 30, 31, 2528]);
});

it.each(ROWS)(
  '[TYP-02] pay type %i (%s, provider %s) belongs to the group %s',
  (payType, _kind, _provider, group) => {
    expect(payGroupOf(payType)).toBe(group);
  },
);

it('each card provider has one card pay type, and a provider without cards has none', () => {
  expect([13, 6, 17].map((provider) => cardPayTypeOf(provider as 13 | 6 | 17))).toEqual([23, 24, 27]);
  expect(() => cardPayTypeOf(18)).toThrow(new RangeError('provider 18 takes no cards'));
});

it('[TYP-01] Google Pay is offered with the cards of Checkout.com (23) and Adyen (27) and has no pay type of its own', () => {
  expect(ROWS.map(([payType]) => payType).filter(takesGooglePay)).toEqual([23, 27]);
});

it('a provider’s usual pay type is its card, or its wallet if it takes no cards', () => {
  expect(([13, 6, 17, 18, 19, 30] as const).map(usualPayTypeOf)).toEqual([23, 24, 27, 28, 29, 30]);
});

it('[TYP-01] wallet pay type 25 is paid on its provider’s page, 31 by a button in our page, all others in a wallet sheet', () => {
  const inWay = (way: string | null) =>
    ROWS.map(([payType]) => payType).filter((payType) => walletWayOf(payType) === way);
  expect([inWay('page'), inWay('button'), inWay('sheet')]).toEqual([[25], [31], [26, 28, 29, 30]]);
  expect(inWay(null)).toEqual([23, 24, 27, 2528]);
});

it('only PayerMax charges saved cards without the CVV, and only its second wallet has a button in our page', () => {
  expect(PAY_TYPES_WITHOUT_CVV).toEqual([24]);
  expect(ROWS.map(([payType]) => payType).filter(isEmbeddedWallet)).toEqual([31]);
});
