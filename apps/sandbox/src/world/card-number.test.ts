import { describe, expect, it } from 'vitest';
import { mayBecomeAccepted, passesLuhn, schemeOf } from './card-number.ts';

describe('card numbers', () => {
  it.each([
    ['4', 'visa'],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['50', null],
    ['56', null],
    ['2220', null],
    ['2721', null],
    ['34', null],
    ['6011', null],
  ])('the card number beginning %s belongs to the scheme %s', (digits, scheme) =>
    expect(schemeOf(digits)).toBe(scheme),
  );

  it('a partly typed card number is accepted while it can still become a Visa or Mastercard number', () => {
    for (const digits of ['', '4', '5', '2', '22', '27', '222', '51'])
      expect(mayBecomeAccepted(digits)).toBe(true);
    for (const digits of ['3', '6', '50', '21', '28', '2220', '2721'])
      expect(mayBecomeAccepted(digits)).toBe(false);
  });

  it('a card number with a wrong digit or with two swapped digits fails the check of its last digit', () => {
    expect(passesLuhn('4242424242424242')).toBe(true);
    expect(passesLuhn('4242424242424243')).toBe(false);
    expect(passesLuhn('4544249167673670')).toBe(true);
    expect(passesLuhn('4544249167673607')).toBe(false);
    expect(passesLuhn('')).toBe(false);
  });
});
