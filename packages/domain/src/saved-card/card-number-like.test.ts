import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCardNumber, isCardSecretName, withoutCardNumbers } from './card-number-like.ts';

/** Made, not listed: no test of ours keeps a card number. */
function withCheckDigit(prefix: string): string {
  const sum = Array.from(`${prefix}0`)
    .toReversed()
    .reduce((total, digit, i) => {
      const weighted = Number(digit) * (i % 2 === 1 ? 2 : 1);
      return total + (weighted > 9 ? weighted - 9 : weighted);
    }, 0);
  return `${prefix}${(10 - (sum % 10)) % 10}`;
}

const cardNumbers = fc
  .tuple(
    fc.constantFrom('4', '51', '22', '37', '60'),
    fc.integer({ min: 13, max: 19 }),
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 19, maxLength: 19 }),
  )
  .map(([start, length, digits]) => withCheckDigit(`${start}${digits.join('')}`.slice(0, length - 1)));

const inArabicDigits = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));

describe('what looks like a card number', () => {
  it('[EXP-10] is found in any length, grouping, script and sentence', () => {
    fc.assert(
      fc.property(cardNumbers, fc.constantFrom('', ' ', '-'), (number, gap) => {
        const grouped = (number.match(/.{1,4}/g) ?? []).join(gap);
        expect(hasCardNumber(`pay with ${grouped}, please`)).toBe(true);
        expect(hasCardNumber(inArabicDigits(grouped))).toBe(true);
        expect(hasCardNumber(JSON.stringify({ note: grouped }))).toBe(true);
      }),
    );
  });

  it('[EXP-10] is struck out and nothing else is', () => {
    fc.assert(
      fc.property(cardNumbers, fc.uuid(), (number, id) => {
        expect(withoutCardNumbers(`order ${id} card ${number} end`)).toBe(
          `order ${id} card [card number] end`,
        );
      }),
    );
  });

  it('leaves ids, times and account numbers alone', () => {
    fc.assert(fc.property(fc.uuid(), (id) => !hasCardNumber(`/api/order/${id}/`)));
    for (const harmless of ['1763171000000', '5048213', '9.99', '2026-11-15T01:55:00.000Z']) {
      expect(hasCardNumber(harmless)).toBe(false);
      expect(withoutCardNumbers(harmless)).toBe(harmless);
    }
  });

  it('[EXP-10] card secrets are known by their names too', () => {
    for (const name of ['cvv', 'CVC', 'card_number', 'cardNumber', 'security-code'])
      expect(isCardSecretName(name)).toBe(true);
    for (const name of ['card', 'token', 'last4', 'number_of_gems'])
      expect(isCardSecretName(name)).toBe(false);
  });
});
