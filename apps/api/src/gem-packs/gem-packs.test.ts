import { listGemPacks } from '@jawhara/contract';
import { accountId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../accounts/session-key.ts';
import { systemClock } from '../platform/clock.ts';
import { systemChance } from '../platform/time-ordered-id.ts';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.db`
    insert into gem_packs (recharge_id, price_usd_cents, gems, bonus_gems, pay_types, is_hidden_from_new_payers)
    values ('gems-veteran', 1499, 1700, 100, ${[23]}, true)`;
});
afterAll(() => shop.close());

describe('the list of gem packs', () => {
  it('[PKG-02] [PKG-03] gem packs are sorted by price, and some are hidden from a new payer until an order of theirs was delivered', async () => {
    const buyer = shop.visitor();
    const asNew = await buyer.call(listGemPacks, { recipientId: accountId(1006) });
    const amounts = asNew.value?.rows.map((row) => row.priceUsdCents) ?? [];
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    expect(asNew.value).toMatchObject({
      isNewPayer: true,
      isNewAccount: true,
      isNewDevice: true,
      recommended: [1999],
    });
    expect(amounts).not.toContain(1499);

    await buyer.buy('approve', { recipientId: 1006 });
    const asKnown = await buyer.call(listGemPacks, { recipientId: accountId(1006) });
    expect(asKnown.value).toMatchObject({ isNewPayer: false, isNewAccount: false, isNewDevice: false });
    expect(asKnown.value?.rows.map((row) => row.priceUsdCents)).toContain(1499);
  });

  it('[PKG-03 in part] a device counts as a new payer until its first order is delivered', async () => {
    const buyer = shop.visitor();
    const list = async () => (await buyer.call(listGemPacks, { recipientId: null })).value;
    expect(await list()).toMatchObject({ isNewPayer: true, isNewAccount: true, isNewDevice: true });
    await buyer.buy('approve', { recipientId: 1005 });
    expect(await list()).toMatchObject({ isNewPayer: false, isNewAccount: true, isNewDevice: false });
  });

  it('[PKG-05] the largest gem pack is listed only for signed-in payers, and only they can buy it', async () => {
    const offeredTo = async (headers: Record<string, string>) =>
      (await shop.visitor().call(listGemPacks, { recipientId: null }, headers)).value?.rows.map(
        (row) => row.rechargeId,
      ) ?? [];
    const deps = { db: shop.db, now: systemClock, chance: systemChance };
    const headers = { 'x-session-key': await openSession(deps, accountId(1004), 'password') };
    const [toAnybody, toThem] = [await offeredTo({}), await offeredTo(headers)];
    expect(toAnybody).not.toContain('gems-26000');
    expect(toThem).toContain('gems-26000');
    expect(toThem).toEqual(expect.arrayContaining(toAnybody));
    const large = { rechargeId: 'gems-26000' };
    expect((await shop.visitor().buy('approve', large)).refusal).toBe('pack-not-found');
    expect((await shop.visitor().buy('approve', { ...large, headers })).value?.answer).toEqual({
      kind: 'paid',
    });
  });

  it('[PKG-08] the list of gem packs has picture, gems without bonus, bonus, and the name of each payment method', async () => {
    const iconUrl = 'https://img.example/chest.png';
    await shop.db`update gem_packs set icon_url = ${iconUrl} where recharge_id = 'gems-1060'`;
    const { value } = await shop.visitor().call(listGemPacks, { recipientId: null });
    const rows = value?.rows ?? [];
    expect(rows.filter((row) => row.iconUrl !== undefined)).toMatchObject([
      { rechargeId: 'gems-1060', iconUrl },
    ]);
    const text = await shop.visitor().text(listGemPacks.path, 'POST');
    const { data } = JSON.parse(text) as { data: { list: Record<string, unknown>[] } };
    expect(data.list.find((row) => row['recharge_id'] === 'gems-1060')).toMatchObject({
      icon: iconUrl,
      coin: 1060,
      origin_coin: 1000,
      extra_coin: 60,
      subType: 23,
      display_methods: [23, 24, 25, 26, 27, 28, 29, 30, 31].map((payType) => ({
        pay_sub_type: payType,
        name: expect.any(String),
      })),
    });
    await shop.db`update gem_packs set icon_url = null where recharge_id = 'gems-1060'`;
  });

  it('a change of the packs in the database is in the list of gem packs at once', async () => {
    const visitor = shop.visitor();
    const read = async () => (await visitor.call(listGemPacks, { recipientId: null })).value;
    const first = await read();
    expect(await read()).toEqual(first);
    await shop.db`update gem_packs set gems = gems + 1 where recharge_id = 'gems-100'`;
    const gemsOf = (list: typeof first) => list?.rows.find((row) => row.rechargeId === 'gems-100')?.gems;
    expect(gemsOf(await read())).toBe((gemsOf(first) ?? 0) + 1);
    await shop.db`update gem_packs set gems = gems - 1 where recharge_id = 'gems-100'`;
    await shop.db`update gem_packs set is_on_sale = false where recharge_id = 'gems-100'`;
    expect(gemsOf(await read())).toBeUndefined();
    await shop.db`update gem_packs set is_on_sale = true where recharge_id = 'gems-100'`;
    expect(await read()).toEqual(first);
  });

  it('with one broken setting the list of gem packs uses the default of this setting and all other settings as published', async () => {
    await shop.db`insert into site_config_versions (settings) values (${shop.db.json({ recommended: 'oops', payGroup: 'b' })})`;
    const { value } = await shop.visitor().call(listGemPacks, { recipientId: null });
    expect(value).toMatchObject({ recommended: [], payGroup: 'b' });
    expect(value?.rows.length).toBeGreaterThan(0);
  });
});
