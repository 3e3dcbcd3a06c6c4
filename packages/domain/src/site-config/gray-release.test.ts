import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountId } from '../account/account.ts';
import {
  grayValueOf,
  isCardHiddenOn,
  isReleasedTo,
  NOBODY,
  repurchaseGroupOf,
  type GrayVisitor,
} from './gray-release.ts';

const visitor = (grayValue: number, id: number | null = null): GrayVisitor => ({
  grayValue,
  accountId: id === null ? null : accountId(id),
});
const grayValue = fc.integer({ min: 0, max: 99 });
const ratio = fc.integer({ min: 0, max: 100 });

describe('who gets a new feature', () => {
  it('[CFG-02] [CFG-05] a new feature is released to visitors whose gray value is below the ratio', () => {
    expect(isReleasedTo({ ratio: 30, whitelist: [] }, visitor(29))).toBe(true);
    expect(isReleasedTo({ ratio: 30, whitelist: [] }, visitor(30))).toBe(false);
    expect(isReleasedTo({ ratio: 100, whitelist: [] }, visitor(99))).toBe(true);
    expect(isReleasedTo(NOBODY, visitor(0))).toBe(false);
  });

  it('[CFG-02] [CFG-05] a new feature is released to whitelisted accounts, whatever their gray value', () => {
    const release = { ratio: 0, whitelist: [accountId(7)] };
    expect(isReleasedTo(release, visitor(99, 7))).toBe(true);
    expect(isReleasedTo(release, visitor(99, 8))).toBe(false);
    expect(isReleasedTo(release, visitor(99))).toBe(false);
  });

  it('a ratio that is not a number releases the feature to no visitor', () => {
    fc.assert(
      fc.property(grayValue, (value) => !isReleasedTo({ ratio: Number.NaN, whitelist: [] }, visitor(value))),
    );
  });

  it('[CFG-09] a visitor who has a feature still has it when its ratio is raised', () => {
    fc.assert(
      fc.property(grayValue, ratio, ratio, (value, one, other) => {
        const [lower, higher] = [Math.min(one, other), Math.max(one, other)];
        const before = isReleasedTo({ ratio: lower, whitelist: [] }, visitor(value));
        return !before || isReleasedTo({ ratio: higher, whitelist: [] }, visitor(value));
      }),
    );
  });

  it('[CFG-09] a ratio of n releases the feature to n of the hundred gray values', () => {
    fc.assert(
      fc.property(ratio, (share) => {
        const values = Array.from({ length: 100 }, (_, value) => value);
        return (
          values.filter((v) => isReleasedTo({ ratio: share, whitelist: [] }, visitor(v))).length === share
        );
      }),
    );
  });
});

describe('the gray value', () => {
  it('[CFG-09] one digest always gives the same gray value, from 0 to 99', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 32 }), (digest) => {
        const value = grayValueOf(digest);
        expect(grayValueOf(Uint8Array.from(digest))).toBe(value);
        expect(Number.isInteger(value) && value >= 0 && value <= 99).toBe(true);
      }),
    );
    expect(grayValueOf(Uint8Array.of(0, 0, 0, 142))).toBe(42);
    expect(grayValueOf(Uint8Array.of(255, 255, 255, 255))).toBe(95);
  });

  it('a gray value cannot be computed from fewer than four bytes', () => {
    expect(() => grayValueOf(new Uint8Array(3))).toThrow(new RangeError('a digest has at least four bytes'));
  });
});

describe('the repurchase groups', () => {
  it('[CFG-08] without a repurchase ratio or with zero, every visitor is in group A', () => {
    fc.assert(
      fc.property(grayValue, (value) => {
        expect(repurchaseGroupOf(null, visitor(value))).toBe('A');
        expect(repurchaseGroupOf(0, visitor(value))).toBe('A');
      }),
    );
    expect(repurchaseGroupOf(50, visitor(49))).toBe('B');
    expect(repurchaseGroupOf(50, visitor(50))).toBe('A');
  });

  it('[CFG-09] raising the ratio moves no visitor out of repurchase group B', () => {
    fc.assert(
      fc.property(grayValue, ratio, ratio, (value, one, other) => {
        const [lower, higher] = [Math.min(one, other), Math.max(one, other)];
        return (
          repurchaseGroupOf(lower, visitor(value)) === 'A' ||
          repurchaseGroupOf(higher, visitor(value)) === 'B'
        );
      }),
    );
  });
});

it('[CFG-06] card payment by Checkout.com is hidden on the listed platforms', () => {
  expect(isCardHiddenOn('iOS', ['ios', 'huawei'])).toBe(true);
  expect(isCardHiddenOn('android', ['ios'])).toBe(false);
  expect(isCardHiddenOn('ios', [])).toBe(false);
});
