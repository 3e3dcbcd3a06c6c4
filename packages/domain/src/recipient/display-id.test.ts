import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DISPLAY_ID_DIGITS_MAX, DISPLAY_ID_DIGITS_MIN } from '../limits.ts';
import { cleanTypedId, isSameDisplayId, readDisplayId, type DisplayId } from './display-id.ts';

const READ = { kind: 'read', displayId: '5048213' };

const asciiDigits = (minLength: number, maxLength: number) =>
  fc.array(fc.nat(9), { minLength, maxLength }).map((digits) => digits.join(''));

/** An id as phones, chats and the app itself put it on the clipboard. */
const PASTES = [
  '5048213',
  ' 5048213 ',
  '\t5048213\r\n',
  '\u00a05048213\u00a0',
  'ID: 5048213',
  'ID:5048213',
  ' ID:5048213',
  'ID : 5048213',
  'id: 5048213',
  'Id 5048213',
  'iD5048213',
  'ID. 5048213',
  'ID.5048213',
  'ID-5048213',
  'ID # 5048213',
  'ID:#5048213',
  'ID\uff1a5048213',
  '#5048213',
  '# 5048213',
  '5048 213',
  '504-82-13',
  '504\u20138213',
  '50_48_213',
  '\u200f5048213',
  '5048213\u200f',
  '\u200fID: 5048213\u200f',
  'ID:\u200f \u200e5048213',
  '\u2066ID\u2069: \u20665048213\u2069',
  '\u202aID: 5048213\u202c',
  '\ufeff5048213',
  '\u0665\u0660\u0664\u0668\u0662\u0661\u0663',
  '\u200fID: \u0665\u0660\u0664\u0668\u0662\u0661\u0663',
  '\u06f5\u06f0\u06f4\u06f8\u06f2\u06f1\u06f3',
  'ID: \uff15\uff10\uff14\uff18\uff12\uff11\uff13',
];

describe('pasted recipient ids', () => {
  it.each(PASTES)('[RCP-01] the pasted recipient id %j is read as 5048213', (pasted) => {
    expect(readDisplayId(pasted)).toEqual(READ);
  });
});

describe('texts that are no recipient id', () => {
  it.each([
    '504a213',
    'hello',
    'ID: five',
    '50482+13',
    '5048213/2',
    'IDID 5048213',
    '5048213 ID',
    '\u00bd5048213',
    '5,048,213',
  ])('[RCP-01] a recipient id with other characters than digits is refused: %j', (typed) =>
    expect(readDisplayId(typed)).toEqual({ kind: 'not-digits' }),
  );

  it.each(['', ' ', '\u200f', 'ID:', '#', ' - ', 'id: \u200e'])(
    'a recipient id field with %j counts as empty',
    (typed) => {
      expect(readDisplayId(typed)).toEqual({ kind: 'empty' });
    },
  );
});

it('[RCP-01] a recipient id of four digits is too short, five digits are enough', () => {
  expect(readDisplayId('1234')).toEqual({ kind: 'too-short' });
  expect(readDisplayId('12345')).toEqual({ kind: 'read', displayId: '12345' });
  // Marks and separators are no digits.
  expect(readDisplayId('\u200f1-2 3.4\u200f')).toEqual({ kind: 'too-short' });
});

it('a recipient id has at most twenty digits', () => {
  expect(readDisplayId('1'.repeat(20))).toEqual({ kind: 'read', displayId: '1'.repeat(20) });
  expect(readDisplayId('1'.repeat(21))).toEqual({ kind: 'too-long' });
});

it('[RCP-01] every recipient id of 5 to 20 digits is read as typed, with its leading zeros', () => {
  fc.assert(
    fc.property(asciiDigits(DISPLAY_ID_DIGITS_MIN, DISPLAY_ID_DIGITS_MAX), (digits) => {
      expect(readDisplayId(digits)).toEqual({ kind: 'read', displayId: digits });
    }),
  );
});

it('[RCP-01] an accepted recipient id always consists of 5 to 20 plain digits, whatever is typed', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789 iI dD:#-\u0664\u200f')) }),
      ),
      (typed) => {
        const reading = readDisplayId(typed);
        return reading.kind !== 'read' || /^[0-9]{5,20}$/.test(reading.displayId);
      },
    ),
    { numRuns: 500 },
  );
});

it('[RCP-01] the recipient id field keeps only the digits of what is typed', () => {
  const digitsOf = (typed: string) => cleanTypedId(typed).digits;
  for (const pasted of PASTES) expect(digitsOf(pasted)).toBe('5048213');
  expect([digitsOf('0504a21'), digitsOf('a'), digitsOf('')]).toEqual(['050421', '', '']);
});

it.each([
  ['5048213', false],
  [' 5048\u00a0213\r\n', false],
  ['\u200f\u0665\u0660\u0664', false],
  ['', false],
  ['504a', true],
  ['ID: 5048213', true],
  ['5048-213', true],
])(
  '[RCP-01] for the typed id %j the payer learns whether characters other than spaces were removed: %j',
  (typed, hasDropped) => {
    expect(cleanTypedId(typed).hasDropped).toBe(hasDropped);
  },
);

it('[RCP-01] a found recipient counts only if its id equals the typed id, digit by digit', () => {
  const id = (text: string) => text as DisplayId;
  expect(isSameDisplayId(id('50482'), id('50482'))).toBe(true);
  expect(isSameDisplayId(id('50482'), id('5048213'))).toBe(false);
  expect(isSameDisplayId(id('5048213'), id('50482'))).toBe(false);
  expect(isSameDisplayId(id('50482'), id('050482'))).toBe(false);
  expect(isSameDisplayId(id('50482'), id('50483'))).toBe(false);
});
