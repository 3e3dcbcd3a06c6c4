import { listRecipientHistory, uploadRecipientHistory } from '@jawhara/contract';
import { accountId, type RecipientRecord } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../accounts/session-key.ts';
import { systemClock } from '../platform/clock.ts';
import { systemChance } from '../platform/time-ordered-id.ts';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { LOOKUPS_PER_MINUTE: '60' } });
});
afterAll(() => shop.close());

const at = (day: number) => new Date(Date.UTC(2026, 9, day));
const record = (id: number, day: number, fillTimes = 1): RecipientRecord => ({
  accountId: accountId(id),
  fillTimes,
  firstFillAt: at(1),
  lastFillAt: at(day),
});
const page = { offset: 0, limit: 100 };

describe('the recharge history', () => {
  it('[RCP-06] [RCP-07 in part] of a device is kept, merged and read back newest first, with faces', async () => {
    const visitor = shop.visitor();
    await visitor.call(uploadRecipientHistory, [record(1003, 4), record(1002, 9), record(999_999, 8)]);
    await visitor.call(uploadRecipientHistory, [record(1003, 2, 7)]);
    const { value } = await visitor.call(listRecipientHistory, page);
    expect(value?.map((one) => one.accountId)).toEqual([1002, 1003]);
    expect(value?.[1]).toMatchObject({
      fillTimes: 7,
      lastFillAt: at(4),
      status: 'normal',
      isGuest: false,
      recipient: { displayId: '8841206', nickname: 'سالم' },
    });
    expect((await visitor.call(listRecipientHistory, { offset: 1, limit: 1 })).value).toHaveLength(1);
    expect((await shop.visitor().call(listRecipientHistory, page)).value).toEqual([]);
  });

  it('[RCP-06] of an account follows it to another device, itself first', async () => {
    const key = await openSession(
      { db: shop.db, now: systemClock, chance: systemChance },
      accountId(1004),
      'app',
    );
    const headers = { 'x-session-key': key };
    await shop.visitor().call(uploadRecipientHistory, [record(1002, 9), record(1004, 2)], headers);
    const elsewhere = shop.visitor();
    expect(
      (await elsewhere.call(listRecipientHistory, page, headers)).value?.map((one) => one.accountId),
    ).toEqual([1004, 1002]);
    expect((await elsewhere.call(listRecipientHistory, page)).value).toEqual([]);
  });

  it('[RCP-09] is no way round the limit on look-ups: every new face counts', async () => {
    const scraper = shop.visitor();
    const many = Array.from({ length: 70 }, (_, i) => record(3000 + i, 1));
    expect((await scraper.call(uploadRecipientHistory, many)).refusal).toBe('too-many-tries');
  });

  it('refuses what is not a list of records', async () => {
    const response = await fetch(`${shop.apiUrl}${uploadRecipientHistory.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ records: JSON.stringify([{ to_uid: 'x', fill_times: 0 }]) }),
    });
    expect(response.status).toBe(400);
  });
});
