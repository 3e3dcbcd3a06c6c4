import { describe, expect, it } from 'vitest';
import {
  cleanHolder,
  cvvFault,
  groupedNumber,
  holderFault,
  numberFault,
  readExpiry,
  typedExpiry,
} from './card-input.ts';

const BOTH = ['visa', 'mastercard'];
const NOW = new Date('2026-11-15T10:00:00Z');

describe('the typed card number', () => {
  it('a typed card number is grouped by four, with digits of any keyboard and without hidden marks', () => {
    expect(groupedNumber('٤٢٤٢٤٢٤٢')).toBe('4242 4242');
    expect(groupedNumber('۴۲۴۲ ۴۲')).toBe('4242 42');
    expect(groupedNumber('\u200f4242-4242\u200e 4242 4242 99')).toBe('4242 4242 4242 4242');
    expect(groupedNumber('4242')).toBe('4242');
  });

  it('an invalid card number is refused as missing, incomplete, wrong in its check digit or of a brand not accepted', () => {
    expect(numberFault('', BOTH)).toBe('required');
    expect(numberFault('4242 4242', BOTH)).toBe('incomplete');
    expect(numberFault('4242 4242 4242 4243', BOTH)).toBe('luhn');
    expect(numberFault('3782 8224 6310 005', BOTH)).toBe('scheme');
    expect(numberFault('4242 4242 4242 4242', ['mastercard'])).toBe('scheme');
    expect(numberFault('4242 4242 4242 4242', BOTH)).toBeNull();
    expect(numberFault('5436 0310 3060 6378', BOTH)).toBeNull();
  });
});

describe('the expiry while it is typed', () => {
  it.each([
    ['1', '1'],
    ['0', '0'],
    ['5', '05/'],
    ['12', '12/'],
    ['123', '12/3'],
    ['1230', '12/30'],
    ['12/30', '12/30'],
    ['12/2030', '12/30'],
    ['12/203', '12/203'],
    ['1/30', '01/30'],
    ['12 / 30', '12/30'],
    ['١٢٣٠', '12/30'],
    ['', ''],
  ])('typing %j in the card’s expiry field shows %j', (typed, shown) =>
    expect(typedExpiry(typed, false)).toBe(shown),
  );

  it('the slash in the card’s expiry field can be deleted', () => {
    expect(typedExpiry('12/', true)).toBe('12/');
    expect(typedExpiry('12', true)).toBe('12');
    expect(typedExpiry('1', true)).toBe('1');
  });
});

describe('the expiry when it is read', () => {
  it.each([
    ['', 'required'],
    ['12/', 'incomplete'],
    ['12/3', 'incomplete'],
    ['12/203', 'incomplete'],
    ['13/30', 'month'],
    ['00/30', 'month'],
    ['10/26', 'past'],
    ['12/25', 'past'],
  ])('the card expiry %j has the fault %s', (text, fault) => expect(readExpiry(text, NOW)).toBe(fault));

  it('a card expiry is accepted until its month has ended', () => {
    expect(readExpiry('11/26', NOW)).toEqual({ month: 11, year: 2026 });
    expect(readExpiry('11/26', new Date('2026-12-01T13:00:00Z'))).toBe('past');
  });
});

describe('CVV and name', () => {
  it('a CVV must have three or four digits, or exactly as many as the card requires', () => {
    expect(cvvFault('', null)).toBe('required');
    expect(cvvFault('12', null)).toBe('length');
    expect(cvvFault('١٢٣', null)).toBeNull();
    expect(cvvFault('1234', null)).toBeNull();
    expect(cvvFault('1234', 3)).toBe('length');
  });

  it('a card holder’s name may have letters of any script, and symbols are removed', () => {
    expect(cleanHolder(' نورة  أحمد 😀')).toBe('نورة أحمد ');
    expect(cleanHolder("Anne-Marie O'Neil Jr. <3 123")).toBe("Anne-Marie O'Neil Jr. ");
    expect(holderFault('😀')).toBe('required');
    expect(holderFault('ن'.repeat(254))).toBeNull();
    expect(holderFault('ن'.repeat(255))).toBe('long');
  });
});
