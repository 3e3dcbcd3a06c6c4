import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCardNumber } from './card-number-like.ts';
import { jsonWithoutCardNumbers } from './json-without-card-numbers.ts';

/** A number that passes the check: four times the same group, and no card that anybody has. */
const CARD = '4242'.repeat(4);

/** Containers, names and kinds of values; what the values are does not count. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.values(value).map(shapeOf);
}

const masked = (text: string) => JSON.parse(jsonWithoutCardNumbers(text)) as unknown;

describe('a JSON text without its card numbers', () => {
  it.each([
    ['a bare number', `{"number":${CARD},"amount":999}`, { number: 0, amount: 999 }],
    ['a bare number that a float made', `{"n":[${CARD}.0,4.242424242424242E15]}`, { n: [0, 0] }],
    ['numbers in an array', `[1,${CARD},-${CARD},[${CARD}]]`, [1, 0, 0, [0]]],
    ['text', `{"note":"paid with ${CARD}."}`, { note: 'paid with [card number].' }],
    [
      'text behind an escape',
      String.raw`{"a":"\n${CARD}","b":"\u0034${CARD.slice(1)}"}`,
      { a: '\n[card number]', b: '[card number]' },
    ],
    [
      'names, each still its own',
      `{"${CARD}":1,"5555555555554444":{"${CARD}":2}}`,
      { '[card number]': 1, '[card number] 2': { '[card number] 3': 2 } },
    ],
    ['JSON inside a text', JSON.stringify({ data: `{"pan":${CARD}}` }), { data: '{"pan":0}' }],
  ])('[EXP-10] strikes out %s', (_what, text, left) => {
    expect(masked(text)).toEqual(left);
    expect(jsonWithoutCardNumbers(text)).not.toContain(CARD.slice(4));
  });

  it.each([
    ['a rate with many decimals', '{"rate":3.6725000000000}'],
    ['a time and a small amount', '{"at":1763171000000,"amount":999}'],
    ['blanks, order and digits of what holds no card', '{ "b" : 1.50 ,\n "a": [ 1e3 ] , "note":"٤٢" }'],
  ])('leaves %s as it was written', (_what, text) => {
    expect(jsonWithoutCardNumbers(text)).toBe(text);
  });

  it('[EXP-10] strikes a text that is no JSON out as a text', () => {
    expect(jsonWithoutCardNumbers(`{"number":${CARD}`)).toBe('{"number":[card number]');
  });

  it('[EXP-10] puts what its caller wants in the place of a bare number', () => {
    expect(jsonWithoutCardNumbers(`[${CARD}]`, '"[card number]"')).toBe('["[card number]"]');
  });

  it('[EXP-10] is valid JSON of the same shape, whatever it was, and holds no card', () => {
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
