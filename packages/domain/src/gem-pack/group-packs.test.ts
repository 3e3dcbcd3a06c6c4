import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { usdCents } from '../money.ts';
import type { PayType } from '../pay-type/pay-type.ts';
import { originalGems, type GemPackRow, type RechargeId } from './gem-pack.ts';
import { groupPacks, methodFor } from './group-packs.ts';

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

it('[PKG-01] rows of one amount become one pack with all their methods', () => {
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

it("[PKG-01] a pack's recharge id is that of its first method", () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      for (const pack of groupPacks(rows)) expect(pack.rechargeId).toBe(pack.methods[0]?.rechargeId);
    }),
  );
});

it('[PKG-01] no method is lost, none is made up', () => {
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

it('[PKG-02] packs are sorted by amount, each amount once', () => {
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

it('a row that no method can pay is no offer', () => {
  expect(groupPacks([row('a', 999, [])])).toEqual([]);
  expect(groupPacks([row('a', 999, []), row('b', 999, [23])])[0]?.rechargeId).toBe('b');
});

it('the method of a pay type carries the recharge id to order with', () => {
  const [pack] = groupPacks([row('a', 999, [23]), row('b', 999, [24, 23])]);
  if (!pack) throw new Error('one pack was grouped');
  expect(methodFor(pack, 24)).toEqual({ payType: 24, rechargeId: 'b' });
  expect(methodFor(pack, 23)).toEqual({ payType: 23, rechargeId: 'a' });
  expect(methodFor(pack, 27)).toBeNull();
});

it('[PKG-08] a pack has the picture of its first row, and crosses out what it was without the bonus', () => {
  const iconUrl = 'https://img.example/chest.png';
  const [pack] = groupPacks([{ ...row('a', 999, [23], 1060, 60), iconUrl }, row('b', 999, [24])]);
  expect(pack).toMatchObject({ iconUrl });
  expect(groupPacks([row('b', 999, [24])])[0]).not.toHaveProperty('iconUrl');
  expect(originalGems({ gems: 1060, bonusGems: 60 })).toBe(1000);
  expect(originalGems({ gems: 100, bonusGems: 0 })).toBeNull();
});
