import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expiryEnd,
  expiryStanding,
  formatExpiryWhileTyping,
  isExpiryAcceptable,
  readCardExpiry,
  type CardExpiry,
} from './card-expiry.ts';

const DAY_MS = 86_400_000;
const card = (text: string) => text as CardExpiry;

/** A moment as a clock three hours ahead of UTC shows it. */
const at = (wallClock: string) => new Date(`${wallClock}+03:00`);

describe('reading an expiry date', () => {
  it.each([
    ['0127', '01/27'],
    ['01/27', '01/27'],
    ['12/30', '12/30'],
    [' 12/30 ', '12/30'],
    ['12 / 30', '12/30'],
    ['12-30', '12/30'],
    ['1/27', '01/27'],
    ['\u0661\u0662/\u0663\u0660', '12/30'],
    ['\u06f1\u06f2\u06f3\u06f0', '12/30'],
    ['\u200f12/30', '12/30'],
  ])('[EXP-01] the typed expiry %j is read as %s', (typed, expiry) => {
    expect(readCardExpiry(typed)).toBe(expiry);
  });

  it.each([
    '',
    ' ',
    '1',
    '12',
    '127',
    '12/',
    '/27',
    '13/27',
    '00/27',
    '0027',
    '1327',
    '12/2',
    '12/2027',
    '122027',
    '91227',
    '12//27',
    'ab/cd',
    '12/27x',
    '-1/27',
  ])('[EXP-01] the typed text %j is refused as an expiry date', (typed) =>
    expect(readCardExpiry(typed)).toBeNull(),
  );

  it('[EXP-01] an accepted expiry date always has the form MM/YY, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789/- .\u0661')), maxLength: 8 }),
        (typed) => {
          const expiry = readCardExpiry(typed);
          return expiry === null || /^(0[1-9]|1[0-2])\/[0-9]{2}$/.test(expiry);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('typing an expiry date', () => {
  it.each([
    ['', ''],
    ['0', '0'],
    ['1', '1'],
    ['12', '12'],
    ['123', '12/3'],
    ['1230', '12/30'],
    ['12/30', '12/30'],
    ['12/304', '12/30'],
    ['5', '05'],
    ['527', '05/27'],
    ['1/', '01'],
    ['1/27', '01/27'],
    ['12/', '12'],
    ['\u0661\u0662\u0663\u0660', '12/30'],
    ['letters', ''],
  ])('[EXP-01] typing %j in the expiry field shows %j', (typed, shown) => {
    expect(formatExpiryWhileTyping(typed)).toBe(shown);
  });

  it('[EXP-01] the expiry field shows at most MM/YY while typing, and formatting the shown text again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789/ x\u0661\u200f')) }),
        (typed) => {
          const shown = formatExpiryWhileTyping(typed);
          expect(shown).toMatch(/^(\d{0,2}|\d\d\/\d{1,2})$/);
          expect(formatExpiryWhileTyping(shown)).toBe(shown);
        },
      ),
    );
  });

  it('[EXP-01] every month and year typed digit by digit into the expiry field is read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(99), (month, year) => {
        const digits = `${String(month).padStart(2, '0')}${String(year).padStart(2, '0')}`;
        let field = '';
        for (const digit of digits) field = formatExpiryWhileTyping(field + digit);
        expect(readCardExpiry(field)).toBe(`${digits.slice(0, 2)}/${digits.slice(2)}`);
      }),
    );
  });
});

describe('whether an expiry date is accepted', () => {
  it.each([
    ['11/26', true],
    ['12/26', true],
    ['10/26', false],
    ['01/27', true],
    ['12/25', false],
    ['01/99', true],
    ['01/00', false],
  ])('[EXP-02] on 15 November 2026 a card with expiry %s is accepted: %s', (expiry, acceptable) => {
    expect(isExpiryAcceptable(card(expiry), at('2026-11-15T12:00:00'))).toBe(acceptable);
  });

  it('[EXP-02] a card’s expiry month changes by the clock at UTC+3, not by UTC', () => {
    expect(isExpiryAcceptable(card('11/26'), at('2026-11-30T23:59:59.999'))).toBe(true);
    expect(isExpiryAcceptable(card('11/26'), new Date('2026-11-30T20:59:59.999Z'))).toBe(true);
    expect(isExpiryAcceptable(card('11/26'), new Date('2026-11-30T21:00:00.000Z'))).toBe(false);
  });

  it('[EXP-02] a card’s expiry year changes by the clock at UTC+3, not by UTC', () => {
    expect(isExpiryAcceptable(card('12/26'), new Date('2026-12-31T20:59:59.999Z'))).toBe(true);
    expect(isExpiryAcceptable(card('12/26'), new Date('2026-12-31T21:00:00.000Z'))).toBe(false);
    expect(isExpiryAcceptable(card('01/27'), new Date('2026-12-31T21:00:00.000Z'))).toBe(true);
  });
});

describe('how long a card is valid', () => {
  const MONTH_ENDS = [
    ['11/26', '2026-12-01T00:00:00'],
    ['12/26', '2027-01-01T00:00:00'],
    ['02/27', '2027-03-01T00:00:00'],
    ['02/28', '2028-03-01T00:00:00'],
    ['01/27', '2027-02-01T00:00:00'],
  ] as const;

  it.each(MONTH_ENDS)('[EXP-03] a card with expiry %s is valid until %s at UTC+3', (expiry, end) => {
    expect(expiryEnd(card(expiry)).toISOString()).toBe(at(end).toISOString());
  });

  it.each(MONTH_ENDS)(
    '[EXP-03] a card with expiry %s is valid, expiring or expired 61, 60, 1, 0 and -1 days before %s',
    (expiry, end) => {
      const standingDaysBefore = (days: number) =>
        expiryStanding(card(expiry), new Date(at(end).getTime() - days * DAY_MS));
      expect(standingDaysBefore(61)).toEqual({ kind: 'valid' });
      expect(standingDaysBefore(60)).toEqual({ kind: 'expiring', daysLeft: 60 });
      expect(standingDaysBefore(1)).toEqual({ kind: 'expiring', daysLeft: 1 });
      expect(standingDaysBefore(0)).toEqual({ kind: 'expired' });
      expect(standingDaysBefore(-1)).toEqual({ kind: 'expired' });
    },
  );

  it.each(MONTH_ENDS)(
    '[EXP-03] a card with expiry %s expires at %s, and is expiring from 60 days before, to the millisecond',
    (expiry, end) => {
      const standingMsBefore = (ms: number) => expiryStanding(card(expiry), new Date(at(end).getTime() - ms));
      expect(standingMsBefore(60 * DAY_MS + 1)).toEqual({ kind: 'valid' });
      expect(standingMsBefore(60 * DAY_MS - 1)).toEqual({ kind: 'expiring', daysLeft: 59 });
      expect(standingMsBefore(1)).toEqual({ kind: 'expiring', daysLeft: 0 });
      expect(standingMsBefore(-1)).toEqual({ kind: 'expired' });
    },
  );

  it('[EXP-03] an expiry date is accepted exactly when its card would not be shown as expired', () => {
    const moment = fc.date({ min: new Date('2001-01-01'), max: new Date('2098-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(99), moment, (month, year, now) => {
        const expiry = card(`${String(month).padStart(2, '0')}/${String(year).padStart(2, '0')}`);
        expect(isExpiryAcceptable(expiry, now)).toBe(expiryStanding(expiry, now).kind !== 'expired');
      }),
    );
  });
});

it.each(['', '1227', '13/27', '00/27', '1/27', '12/2027', '12-27', ' 12/27', '12/27\n', 'some secret'])(
  '[EXP-04] checking the malformed expiry date %j raises an error about the format',
  (malformed) => {
    const now = at('2026-11-15T12:00:00');
    for (const check of [
      () => expiryEnd(card(malformed)),
      () => isExpiryAcceptable(card(malformed), now),
      () => expiryStanding(card(malformed), now),
    ]) {
      expect(check).toThrow(/MM\/YY/);
      expect(check).toThrow(TypeError);
    }
  },
);

it('the error about a malformed expiry date never repeats the typed text', () => {
  expect(() => expiryEnd(card('some secret'))).toThrow(/^(?!.*secret)/s);
});
