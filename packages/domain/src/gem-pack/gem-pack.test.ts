import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { usdCents } from '../money.ts';
import type { PayType } from '../pay-type/pay-type.ts';
import {
  bestValuePack,
  groupPacks,
  isPackOffered,
  methodFor,
  orderRecommendations,
  originalGems,
  packBadge,
  smallerPack,
  type GemPack,
  type GemPackRow,
  type RechargeId,
} from './gem-pack.ts';

const OPEN = { isHiddenFromNewPayers: false, needsLogin: false };

function offeredTo(restrictions: Partial<typeof OPEN>): string[] {
  const visitors = [
    { name: 'new visitor', isNewPayer: true, isLoggedIn: false },
    { name: 'new account', isNewPayer: true, isLoggedIn: true },
    { name: 'known visitor', isNewPayer: false, isLoggedIn: false },
    { name: 'known account', isNewPayer: false, isLoggedIn: true },
  ];
  return visitors
    .filter((visitor) => isPackOffered({ ...OPEN, ...restrictions }, visitor))
    .map(({ name }) => name);
}

it('a gem pack without restrictions is offered to every payer', () => {
  expect(offeredTo({})).toEqual(['new visitor', 'new account', 'known visitor', 'known account']);
});

it('[PKG-02] a gem pack hidden from new payers is offered to known payers only', () => {
  expect(offeredTo({ isHiddenFromNewPayers: true })).toEqual(['known visitor', 'known account']);
});

it('[PKG-05] a gem pack that needs login is offered only to logged-in accounts', () => {
  expect(offeredTo({ needsLogin: true })).toEqual(['new account', 'known account']);
});

it('[PKG-02] a gem pack hidden from new payers that needs login is offered only to known, logged-in accounts', () => {
  expect(offeredTo({ isHiddenFromNewPayers: true, needsLogin: true })).toEqual(['known account']);
});

function row(
  rechargeId: string,
  cents: number,
  payTypes: readonly PayType[],
  gems = cents,
  bonusGems = 0,
): GemPackRow {
  return { rechargeId: rechargeId as RechargeId, priceUsdCents: usdCents(cents), gems, bonusGems, payTypes };
}

const anyRows = fc.array(
  fc.record({
    rechargeId: fc.string({ minLength: 1, maxLength: 4 }).map((text) => text as RechargeId),
    priceUsdCents: fc.constantFrom(99, 299, 499, 999).map(usdCents),
    gems: fc.integer({ min: 1, max: 20_000 }),
    bonusGems: fc.nat(100),
    payTypes: fc.array(fc.constantFrom<PayType>(23, 24, 25, 27), { maxLength: 3 }),
  }),
  { maxLength: 12 },
);

it('[PKG-01] rows of the same amount become one gem pack with all their payment methods', () => {
  const [pack, ...others] = groupPacks([row('a', 999, [23, 24], 1060, 60), row('b', 999, [25], 1, 0)]);
  expect(others).toEqual([]);
  expect(pack).toEqual({
    priceUsdCents: 999,
    gems: 1060,
    bonusGems: 60,
    rechargeId: 'a',
    methods: [
      { payType: 23, rechargeId: 'a' },
      { payType: 24, rechargeId: 'a' },
      { payType: 25, rechargeId: 'b' },
    ],
  });
});

it('[PKG-01] a gem pack’s recharge id is that of its first payment method', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      for (const pack of groupPacks(rows)) expect(pack.rechargeId).toBe(pack.methods[0]?.rechargeId);
    }),
  );
});

it('[PKG-01] grouping rows into gem packs neither loses nor adds a payment method', () => {
  const flat = (
    amounts: readonly {
      priceUsdCents: number;
      methods: readonly { payType: number; rechargeId: string }[];
    }[],
  ) =>
    amounts
      .flatMap((pack) => pack.methods.map((m) => `${pack.priceUsdCents} ${m.payType} ${m.rechargeId}`))
      .toSorted();
  fc.assert(
    fc.property(anyRows, (rows) => {
      const asPacks = rows.map((r) => ({
        ...r,
        methods: r.payTypes.map((payType) => ({ payType, rechargeId: r.rechargeId })),
      }));
      expect(flat(groupPacks(rows))).toEqual(flat(asPacks));
    }),
  );
});

it('[PKG-02] gem packs are sorted by amount, with each amount once', () => {
  expect(
    groupPacks([row('c', 9_999, [23]), row('a', 99, [23]), row('b', 999, [23])]).map(
      (pack) => pack.rechargeId,
    ),
  ).toEqual(['a', 'b', 'c']);
  fc.assert(
    fc.property(anyRows, (rows) => {
      const amounts = groupPacks(rows).map((pack) => pack.priceUsdCents);
      expect(amounts).toEqual([...new Set(amounts)].toSorted((a, b) => a - b));
    }),
  );
});

it('a row without payment methods gives no gem pack', () => {
  expect(groupPacks([row('a', 999, [])])).toEqual([]);
  expect(groupPacks([row('a', 999, []), row('b', 999, [23])])[0]?.rechargeId).toBe('b');
});

it('for a pay type a gem pack has the payment method with the recharge id to order, or none if the pack is not sold that way', () => {
  const [pack] = groupPacks([row('a', 999, [23]), row('b', 999, [24, 23])]);
  if (!pack) throw new Error('one pack was grouped');
  expect(methodFor(pack, 24)).toEqual({ payType: 24, rechargeId: 'b' });
  expect(methodFor(pack, 23)).toEqual({ payType: 23, rechargeId: 'a' });
  expect(methodFor(pack, 27)).toBeNull();
});

it('[PKG-08] a gem pack shows the picture of its first row, and its gems without the bonus crossed out', () => {
  const iconUrl = 'https://img.example/chest.png';
  const [pack] = groupPacks([{ ...row('a', 999, [23], 1060, 60), iconUrl }, row('b', 999, [24])]);
  expect(pack).toMatchObject({ iconUrl });
  expect(groupPacks([row('b', 999, [24])])[0]).not.toHaveProperty('iconUrl');
  expect(originalGems({ gems: 1060, bonusGems: 60 })).toBe(1000);
  expect(originalGems({ gems: 100, bonusGems: 0 })).toBeNull();
});

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

it('[PKG-04] an extra recommended amount is placed first among the recommended amounts', () => {
  expect(orderRecommendations(cents(299, 999), usdCents(1_999))).toEqual([1_999, 299, 999]);
  expect(orderRecommendations([], usdCents(1_999))).toEqual([1_999]);
});

it('[PKG-04] an extra amount already recommended is moved to the front, and the others keep their order', () => {
  expect(orderRecommendations(cents(299, 1_999, 999), usdCents(1_999))).toEqual([1_999, 299, 999]);
  expect(orderRecommendations(cents(1_999, 299), usdCents(1_999))).toEqual([1_999, 299]);
});

it('without an extra amount the recommended amounts stay in order', () => {
  expect(orderRecommendations(cents(999, 299), null)).toEqual([999, 299]);
});

it('the gem pack with the most gems per dollar is the best value', () => {
  const packs = [pack(99, 100), pack(299, 320), pack(9_999, 12_000), pack(4_999, 5_800)];
  expect(bestValuePack(packs)).toBe(packs[2]);
});

it('when two gem packs tie for the best value, neither is marked', () => {
  expect(bestValuePack([pack(100, 100), pack(200, 200)])).toBeNull();
  expect(bestValuePack([pack(50, 1), pack(100, 100), pack(200, 200)])).toBeNull();
  expect(bestValuePack([])).toBeNull();
});

it('a tie between two worse gem packs does not stop the best one from being marked', () => {
  const packs = [pack(100, 100), pack(200, 200), pack(300, 301)];
  expect(bestValuePack(packs)).toBe(packs[2]);
});

it('the best value is found even when floating point shows two gem packs’ ratios as equal', () => {
  const packs = [pack(74_519_071, 100_880_190), pack(76_211_792, 103_171_711)];
  expect(100_880_190 / 74_519_071).toBe(103_171_711 / 76_211_792);
  expect(bestValuePack(packs)).toBe(packs[1]);
});

it('the best-value gem pack does not depend on the order of the packs', () => {
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

it('a gem pack shows one badge: last paid, else recommended, else best value', () => {
  const mine = pack(999, 1_060);
  const all = { lastPaid: usdCents(999), recommended: cents(299, 999), bestValue: mine };
  expect(packBadge(mine, all)).toBe('last-time');
  expect(packBadge(mine, { ...all, lastPaid: usdCents(299) })).toBe('recommended');
  expect(packBadge(mine, { ...all, lastPaid: null, recommended: cents(299) })).toBe('best-value');
  expect(packBadge(mine, { lastPaid: null, recommended: [], bestValue: null })).toBeNull();
  expect(packBadge(mine, { lastPaid: null, recommended: [], bestValue: pack(99, 1) })).toBeNull();
});

it('when the card’s balance is too low, the next smaller gem pack is offered, if there is one', () => {
  const packs = [pack(99, 100), pack(299, 320), pack(499, 540)];
  expect(smallerPack(packs, usdCents(499))).toBe(packs[1]);
  expect(smallerPack(packs, usdCents(299))).toBe(packs[0]);
  expect(smallerPack(packs, usdCents(99))).toBeNull();
  expect(smallerPack([], usdCents(499))).toBeNull();
  // The pack that was refused need not be on offer any more.
  expect(smallerPack(packs, usdCents(450))).toBe(packs[1]);
});
