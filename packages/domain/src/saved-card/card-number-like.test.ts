import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasCardNumber,
  isCardSecretName,
  jsonWithoutCardNumbers,
  withoutCardNumbers,
} from './card-number-like.ts';

/** Computed, because our tests must contain no card number. */
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

const inFours = (number: string, gap: string) => (number.match(/.{1,4}/g) ?? []).join(gap);

/** The same number with a wrong check digit, so not a card number. */
const slipped = (number: string) => `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;

const CARD = withCheckDigit('424242424242424');

describe('what looks like a card number', () => {
  it('[EXP-10] a card number of 13 to 19 digits is found in sentences and JSON, whole or grouped, in Western and Arabic digits', () => {
    fc.assert(
      fc.property(cardNumbers, fc.constantFrom('', ' ', '-'), (number, gap) => {
        const grouped = inFours(number, gap);
        expect(hasCardNumber(`pay with ${grouped}, please`)).toBe(true);
        expect(hasCardNumber(inArabicDigits(grouped))).toBe(true);
        expect(hasCardNumber(JSON.stringify({ note: grouped }))).toBe(true);
      }),
    );
  });

  it('[EXP-10] a card number is found and removed even when its expiry date and CVV follow', () => {
    fc.assert(
      fc.property(
        cardNumbers.filter((number) => number.length === 16 || number.length === 15),
        fc.constantFrom('', ' ', '-', '.'),
        fc.constantFrom(' 12/28', ' 12 28 123', '-09-2030', '.1'),
        (number, gap, more) => {
          const grouped = inFours(number, gap);
          expect(hasCardNumber(`${grouped}${more}`)).toBe(true);
          expect(withoutCardNumbers(`${grouped}${more}`)).not.toContain(grouped.slice(0, 12));
        },
      ),
    );
  });

  it('[EXP-10] a card number next to other ids is removed, and text that looks like our placeholder stays', () => {
    const id = '12345678-1234-1234-1234-123456789012';
    expect(withoutCardNumbers(`<0> ${id} ${CARD.replace(/(.{4})/g, '$1 ')}<1>${id}${id}`)).toBe(
      `<0> ${id} [card number] <1>${id}${id}`,
    );
  });

  it('[EXP-10] only the card number is removed from a text, not an order id', () => {
    fc.assert(
      fc.property(cardNumbers, fc.uuid(), (number, id) => {
        expect(withoutCardNumbers(`order ${id} card ${number} end`)).toBe(
          `order ${id} card [card number] end`,
        );
      }),
    );
  });

  it('order ids, times and account numbers are not taken for card numbers', () => {
    fc.assert(fc.property(fc.uuid(), (id) => !hasCardNumber(`/api/order/${id}/`)));
    for (const harmless of ['1763171000000', '5048213', '9.99', '2026-11-15T01:55:00.000Z']) {
      expect(hasCardNumber(harmless)).toBe(false);
      expect(withoutCardNumbers(harmless)).toBe(harmless);
    }
  });

  it('a number with a wrong check digit stays, while a card number next to it is removed', () => {
    fc.assert(
      fc.property(cardNumbers, cardNumbers, (number, card) => {
        const wrong = slipped(number);
        expect(hasCardNumber(`order ${wrong}`)).toBe(false);
        expect(withoutCardNumbers(`order ${wrong}`)).toBe(`order ${wrong}`);
        expect(hasCardNumber(`order ${wrong}, card ${card}`)).toBe(true);
        expect(withoutCardNumbers(card)).toBe('[card number]');
      }),
    );
  });

  it('a longer number that only ends like a card number is left in the text', () => {
    for (const card of [CARD, withCheckDigit('37424242424242')])
      for (const text of [`2${card} 12`, `3${card}-1`]) expect(withoutCardNumbers(text)).toBe(text);
  });

  it('a text without a card number stays unchanged, with its Arabic digits', () => {
    const text = `طلب رقم ${inArabicDigits('1234567')}`;
    expect(withoutCardNumbers(text)).toBe(text);
  });

  describe('an order id', () => {
    /** An id whose last two groups alone would be a card. */
    const id = `12345678-1234-1234-${CARD.slice(0, 4)}-${CARD.slice(4)}`;

    it.each([id, `order ${id}.`, `${id}${id}`, `${id} and ${id}`])(
      'an order id is not taken for a card number: %s',
      (text) => {
        expect(hasCardNumber(text)).toBe(false);
        expect(withoutCardNumbers(text)).toBe(text);
      },
    );

    it.each([
      ['a number that only ends like an order id', `order no. 1-1234-1234-${id.slice(19)}`],
      ['an order id followed by a hyphen and a card number', `${id}-1234-1234-${id.slice(19)}`],
      ['a cut-off order id followed by a card number', `12345678-1234-1234-1234-1 ${CARD}`],
    ])('[EXP-10] a card number next to id-like text is removed: %s', (_, text) => {
      expect(hasCardNumber(text)).toBe(true);
      expect(withoutCardNumbers(text)).toMatch(/\[card number\]$/);
    });
  });

  it('[EXP-10] field names of card secrets such as CVV or card number are recognised', () => {
    for (const name of [
      'cvv',
      'CVC',
      'cvv2',
      'CVC2',
      'card_number',
      'cardNumber',
      'card-no',
      'PAN',
      'security-code',
    ])
      expect(isCardSecretName(name)).toBe(true);
    for (const name of ['card', 'token', 'last4', 'number_of_gems'])
      expect(isCardSecretName(name)).toBe(false);
  });
});

describe('json without card numbers', () => {
  /** A number that passes the check digit test, but no card that anybody has: four times the same group. */
  const CARD = '4242'.repeat(4);

  /** The structure of a value: containers, names and types, without the values themselves. */
  function shapeOf(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shapeOf);
    if (typeof value !== 'object' || value === null) return typeof value;
    return Object.values(value).map(shapeOf);
  }

  const masked = (text: string) => JSON.parse(jsonWithoutCardNumbers(text)) as unknown;

  describe('JSON without card numbers', () => {
    it.each([
      ['a bare number', `{"number":${CARD},"amount":999}`, { number: 0, amount: 999 }],
      ['a bare number in floating point form', `{"n":[${CARD}.0,4.242424242424242E15]}`, { n: [0, 0] }],
      ['numbers in an array', `[1,${CARD},-${CARD},[${CARD}]]`, [1, 0, 0, [0]]],
      ['text', `{"note":"paid with ${CARD}."}`, { note: 'paid with [card number].' }],
      [
        'text behind an escape',
        String.raw`{"a":"\n${CARD}","b":"\u0034${CARD.slice(1)}"}`,
        { a: '\n[card number]', b: '[card number]' },
      ],
      [
        'field names, which stay different',
        `{"${CARD}":1,"5555555555554444":{"${CARD}":2}}`,
        { '[card number]': 1, '[card number] 2': { '[card number] 3': 2 } },
      ],
      ['JSON inside a text', JSON.stringify({ data: `{"pan":${CARD}}` }), { data: '{"pan":0}' }],
    ])('[EXP-10] card numbers in JSON are removed from %s', (_what, text, left) => {
      expect(masked(text)).toEqual(left);
      expect(jsonWithoutCardNumbers(text)).not.toContain(CARD.slice(4));
    });

    it.each([
      ['a rate with many decimals', '{"rate":3.6725000000000}'],
      ['a time and a small amount', '{"at":1763171000000,"amount":999}'],
      ['spaces, order and digits', '{ "b" : 1.50 ,\n "a": [ 1e3 ] , "note":"٤٢" }'],
    ])('JSON without a card number is left as written: %s', (_what, text) => {
      expect(jsonWithoutCardNumbers(text)).toBe(text);
    });

    it('[EXP-10] a card number is also removed from a text that is not valid JSON', () => {
      expect(jsonWithoutCardNumbers(`{"number":${CARD}`)).toBe('{"number":[card number]');
    });

    it('[EXP-10] a card number that stands as a number in JSON is replaced by the text its caller chooses', () => {
      expect(jsonWithoutCardNumbers(`[${CARD}]`, '"[card number]"')).toBe('["[card number]"]');
    });

    it('[EXP-10] after card numbers are removed JSON is still valid, has the same shape and contains no card number', () => {
      const card = fc.constantFrom(CARD, '5555555555554444', '4000 0000 0000 0002', '378282246310005');
      const leaf = fc.oneof(
        fc.jsonValue({ maxDepth: 0 }),
        card,
        card.map((text) => Number(text.replaceAll(' ', ''))),
      );
      const tree = fc.letrec((tie) => ({
        value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value'), { maxLength: 4 }), tie('object')),
        object: fc.dictionary(
          fc.oneof(
            fc.string(),
            card,
            card.map((text) => `x ${text}`),
          ),
          tie('value'),
          {
            maxKeys: 4,
          },
        ),
      })).value;
      fc.assert(
        fc.property(tree, fc.constantFrom(0, 2), (value, blanks) => {
          const text = JSON.stringify(value, null, blanks);
          const left = masked(text);
          expect(shapeOf(left)).toEqual(shapeOf(JSON.parse(text)));
          expect(hasCardNumber(jsonWithoutCardNumbers(text).replaceAll(/\d\.\d+/g, ''))).toBe(false);
        }),
        { numRuns: 500 },
      );
    });
  });
});
