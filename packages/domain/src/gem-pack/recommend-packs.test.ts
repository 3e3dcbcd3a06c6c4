import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { usdCents } from '../money.ts';
import type { GemPack, RechargeId } from './gem-pack.ts';
import { bestValuePack, orderRecommendations, packBadge, smallerPack } from './recommend-packs.ts';

function pack(cents: number, gems: number): GemPack {
  const rechargeId = `p${cents}` as RechargeId;
  return {
    priceUsdCents: usdCents(cents),
    gems,
    bonusGems: 0,
    rechargeId,
    methods: [{ payType: 23, rechargeId }],
  };
}

const cents = (...amounts: number[]) => amounts.map(usdCents);

it('[PKG-04] the extra recommended amount leads', () => {
  expect(orderRecommendations(cents(299, 999), usdCents(1_999))).toEqual([1_999, 299, 999]);
  expect(orderRecommendations([], usdCents(1_999))).toEqual([1_999]);
});

it('[PKG-04] it is moved, not doubled, and the others keep their order', () => {
  expect(orderRecommendations(cents(299, 1_999, 999), usdCents(1_999))).toEqual([1_999, 299, 999]);
  expect(orderRecommendations(cents(1_999, 299), usdCents(1_999))).toEqual([1_999, 299]);
});

it('without an extra amount nothing moves', () => {
  expect(orderRecommendations(cents(999, 299), null)).toEqual([999, 299]);
});

it('the best value is the pack with the most gems for the money', () => {
  const packs = [pack(99, 100), pack(299, 320), pack(9_999, 12_000), pack(4_999, 5_800)];
  expect(bestValuePack(packs)).toBe(packs[2]);
});

it('a tie for the best value is nobody', () => {
  expect(bestValuePack([pack(100, 100), pack(200, 200)])).toBeNull();
  expect(bestValuePack([pack(50, 1), pack(100, 100), pack(200, 200)])).toBeNull();
  expect(bestValuePack([])).toBeNull();
});

it('a tie below the best takes nothing from it', () => {
  const packs = [pack(100, 100), pack(200, 200), pack(300, 301)];
  expect(bestValuePack(packs)).toBe(packs[2]);
});

it('ratios that are one and the same floating point number are told apart', () => {
  const packs = [pack(74_519_071, 100_880_190), pack(76_211_792, 103_171_711)];
  expect(100_880_190 / 74_519_071).toBe(103_171_711 / 76_211_792);
  expect(bestValuePack(packs)).toBe(packs[1]);
});

it('the best value does not depend on the order of the packs', () => {
  const anyPacks = fc.uniqueArray(
    fc.record({ price: fc.integer({ min: 1, max: 50 }), gems: fc.integer({ min: 1, max: 50 }) }),
    {
      selector: ({ price }) => price,
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(anyPacks, (rows) => {
      const packs = rows.map(({ price, gems }) => pack(price, gems));
      expect(bestValuePack(packs.toReversed())).toBe(bestValuePack(packs));
    }),
  );
});

it('one badge a pack: last time, then recommended, then best value', () => {
  const mine = pack(999, 1_060);
  const all = { lastPaid: usdCents(999), recommended: cents(299, 999), bestValue: mine };
  expect(packBadge(mine, all)).toBe('last-time');
  expect(packBadge(mine, { ...all, lastPaid: usdCents(299) })).toBe('recommended');
  expect(packBadge(mine, { ...all, lastPaid: null, recommended: cents(299) })).toBe('best-value');
  expect(packBadge(mine, { lastPaid: null, recommended: [], bestValue: null })).toBeNull();
  expect(packBadge(mine, { lastPaid: null, recommended: [], bestValue: pack(99, 1) })).toBeNull();
});

it('too little on the card: the next pack down, or none', () => {
  const packs = [pack(99, 100), pack(299, 320), pack(499, 540)];
  expect(smallerPack(packs, usdCents(499))).toBe(packs[1]);
  expect(smallerPack(packs, usdCents(299))).toBe(packs[0]);
  expect(smallerPack(packs, usdCents(99))).toBeNull();
  expect(smallerPack([], usdCents(499))).toBeNull();
  // The pack that was refused need not be on offer any more.
  expect(smallerPack(packs, usdCents(450))).toBe(packs[1]);
});
