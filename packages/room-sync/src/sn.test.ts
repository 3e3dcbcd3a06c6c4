import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counterOf, generationOf, isSn, snOf } from './sn.ts';

describe('sn (RP-02)', () => {
  it('a sequence number (sn) contains generation and counter, and a later generation always gives a higher number', () => {
    const generation = fc.nat({ max: 2 ** 21 - 2 });
    const n = fc.nat({ max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(generation, n, n, (g, a, b) => {
        expect([generationOf(snOf(g, a)), counterOf(snOf(g, a))]).toEqual([g, a]);
        expect(snOf(g + 1, b)).toBeGreaterThan(snOf(g, a));
      }),
    );
    expect(snOf(2 ** 21 - 1, 2 ** 32 - 1)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each([
    [2 ** 21, 0],
    [0, 2 ** 32],
    [-1, 0],
    [0.5, 0],
    [0, Number.NaN],
  ])('an sn of generation %s with counter %s is refused as out of range', (generation, n) => {
    expect(() => snOf(generation, n)).toThrow(RangeError);
  });

  it('a sequence number (sn) is a whole number from 0 to 2^53 - 1', () => {
    expect([0, 2 ** 53 - 1, 2 ** 53, -1, 1.5, '1', null].map(isSn)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
