import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { acceptedBrand, CARD_BRANDS } from './card-brand.ts';

it.each([
  ['visa', 'visa'],
  ['Visa', 'visa'],
  ['VISA', 'visa'],
  [' Visa\n', 'visa'],
  ['mastercard', 'mastercard'],
  ['Mastercard', 'mastercard'],
  ['mc', 'mastercard'],
] as const)('[EXP-08] %s is accepted as %s', (name, scheme) => expect(acceptedBrand(name)).toBe(scheme));

it.each([
  'amex',
  'American Express',
  'mada',
  'maestro',
  'jcb',
  'discover',
  'Diners_Club',
  'unionpay',
  'cup',
  '',
])('[EXP-08] %j is not', (name) => expect(acceptedBrand(name)).toBeNull());

it('[EXP-08] nothing but Visa and Mastercard is ever accepted', () => {
  expect(new Set(Object.values(CARD_BRANDS))).toEqual(new Set(['visa', 'mastercard', null]));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('toString', '__proto__', 'constructor')), (name) => {
      fc.pre(!/^\s*(visa|mastercard|mc)\s*$/i.test(name));
      expect(acceptedBrand(name)).toBeNull();
    }),
  );
});
