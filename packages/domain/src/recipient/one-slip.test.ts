import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DISPLAY_ID_DIGITS_MAX, DISPLAY_ID_DIGITS_MIN } from '../limits.ts';
import type { DisplayId } from './display-id.ts';
import { isOneSlip, savedMeant } from './one-slip.ts';

const DIGITS = Array.from('0123456789');
const id = (text: string) => text as DisplayId;
const idOf = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...DIGITS), minLength, maxLength }).map(id);
const anyId = idOf(DISPLAY_ID_DIGITS_MIN, DISPLAY_ID_DIGITS_MAX);

const places = (text: string) => Array.from(text, (_, at) => at);
const changed = (text: string) =>
  places(text).flatMap((at) => DIGITS.map((digit) => text.slice(0, at) + digit + text.slice(at + 1)));
const swapped = (text: string) =>
  places(text)
    .slice(1)
    .map((at) => text.slice(0, at - 1) + text.charAt(at) + text.charAt(at - 1) + text.slice(at + 1));
const missing = (text: string) => places(text).map((at) => text.slice(0, at) + text.slice(at + 1));
const tooMany = (text: string) =>
  [...places(text), text.length].flatMap((at) =>
    DIGITS.map((digit) => text.slice(0, at) + digit + text.slice(at)),
  );

/** Every text with one slip, generated slip by slip: an independent and slower version of the rule. */
function slipsOf(text: string): Set<string> {
  const slips = new Set([...changed(text), ...swapped(text), ...missing(text), ...tooMany(text)]);
  slips.delete(text);
  return slips;
}

describe('a typing slip in a recipient id', () => {
  it.each([
    ['5048213', '5048218', 'the last digit changed'],
    ['9048213', '5048213', 'the first digit changed'],
    ['5084213', '5048213', 'two neighbours swapped'],
    ['5048231', '5048213', 'the last two swapped'],
    ['504213', '5048213', 'one missing'],
    ['50482133', '5048213', 'one too many'],
    ['055555', '55555', 'one too many in front'],
  ])('the typed id %s is one typing slip away from the saved id %s: %s', (typed, saved) => {
    expect(isOneSlip(id(typed), id(saved))).toBe(true);
  });

  it.each([
    ['5048213', '5048213', 'the same'],
    ['5840213', '5048213', 'three turned round'],
    ['5148214', '5048213', 'two changed'],
    ['5480231', '5048213', 'swapped twice'],
    ['50482', '5048213', 'two missing'],
    ['5048213', '3128405', 'another id'],
  ])('the typed id %s is not one typing slip away from the saved id %s: %s', (typed, saved) => {
    expect(isOneSlip(id(typed), id(saved))).toBe(false);
  });

  it('every changed digit and every swap of neighbouring digits of a saved id is detected', () => {
    fc.assert(
      fc.property(anyId, (saved) => {
        for (const typed of [...changed(saved), ...swapped(saved)].map(id)) {
          expect(savedMeant(typed, [saved])).toBe(typed === saved ? null : saved);
        }
      }),
    );
  });

  it('every missing and every extra digit of a saved id is detected', () => {
    fc.assert(
      fc.property(anyId, (saved) => {
        for (const typed of [...missing(saved), ...tooMany(saved)].map(id)) {
          expect(isOneSlip(typed, saved)).toBe(true);
        }
      }),
    );
  });

  it('an id two typing slips away from a saved id is not suggested, unless a single slip leads to it too', () => {
    fc.assert(
      fc.property(anyId, fc.nat(), fc.nat(), (saved, first, second) => {
        const pick = (from: Set<string>, n: number) => [...from][n % from.size] ?? '';
        const typed = pick(slipsOf(pick(slipsOf(saved), first)), second);
        expect(isOneSlip(id(typed), saved)).toBe(slipsOf(saved).has(typed));
      }),
      { numRuns: 500 },
    );
  });

  it('two changed digits that are not neighbours never count as one typing slip', () => {
    fc.assert(
      fc.property(anyId, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 9 }), (saved, at, gap, by) => {
        const first = at % (saved.length - 2);
        const last = first + 2 + (gap % (saved.length - first - 2));
        const other = (digit: string) => String((Number(digit) + by) % 10);
        const typed = Array.from(saved, (digit, n) => (n === first || n === last ? other(digit) : digit));
        expect(isOneSlip(id(typed.join('')), saved)).toBe(false);
      }),
    );
  });

  it('if one id is a typing slip of another, the second is a typing slip of the first too', () => {
    // Only digits 0 and 1, so that random texts are often one slip apart.
    const near = fc.string({ unit: fc.constantFrom('0', '1'), minLength: 5, maxLength: 6 }).map(id);
    fc.assert(
      fc.property(near, near, (one, other) => {
        expect(isOneSlip(one, other)).toBe(slipsOf(one).has(other));
        expect(isOneSlip(other, one)).toBe(slipsOf(one).has(other));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the saved recipient id that is suggested', () => {
  const saved = [id('5048213'), id('5048219'), id('7000001')];

  it('no other saved id is suggested if the typed id itself is saved', () => {
    expect(savedMeant(id('5048213'), saved)).toBeNull();
    expect(savedMeant(id('5048219'), saved)).toBeNull();
  });

  it('no saved id is suggested if none is one slip away or none is saved', () => {
    expect(savedMeant(id('1234567'), saved)).toBeNull();
    expect(savedMeant(id('5048213'), [])).toBeNull();
  });

  it('of several close saved ids the most recent one is suggested', () => {
    expect(savedMeant(id('5048212'), saved)).toBe('5048213');
    expect(savedMeant(id('5048212'), saved.toReversed())).toBe('5048219');
  });
});
