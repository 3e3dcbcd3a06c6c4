import {
  findRecipient,
  listRecipientHistory,
  readAccountStatuses,
  uploadRecipientHistory,
} from '@jawhara/contract';
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

describe('the recipient history', () => {
  it('[RCP-06] a device’s list of recipients is stored, merged, and returned newest first with nicknames', async () => {
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

  it('[RCP-06] an account’s list of recipients is the same on its other devices, with the account itself first', async () => {
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

  it('[RCP-07] each recipient in the list has its owner, the number and times of payments, and its status', async () => {
    const rowsOf = async (headers: Record<string, string>) => {
      const visitor = shop.visitor();
      await visitor.call(uploadRecipientHistory, [record(2001, 9, 2)], headers);
      const answered = await visitor.call(listRecipientHistory, page, headers);
      return listRecipientHistory.answer.write(answered.value ?? [])['list'];
    };
    const expectedRow = {
      to_uid: 2001,
      to_display_uid: '7719042',
      to_nickname: 'فهد',
      to_icon: null,
      is_guest: false,
      fill_times: 2,
      first_fill_time: at(1).getTime() / 1000,
      last_fill_time: at(9).getTime() / 1000,
      status2: 2,
    };
    const deviceId = expect.stringMatching(/^[\w-]{43}$/);
    expect(await rowsOf({})).toEqual([{ ...expectedRow, uid: null, h5_deviceid: deviceId }]);
    const deps = { db: shop.db, now: systemClock, chance: systemChance };
    const headers = { 'x-session-key': await openSession(deps, accountId(1005), 'app') };
    expect(await rowsOf(headers)).toEqual([{ ...expectedRow, uid: 1005, h5_deviceid: null }]);
  });

  it('[RCP-07] a selected recipient has the display id, icon and source of the specification', async () => {
    const response = await fetch(`${shop.apiUrl}${findRecipient.path}?display_id=8841206&source=1`);
    const { data } = (await response.json()) as { data: unknown };
    expect(data).toMatchObject({ to_uid: 1003, display_uid: '8841206', source: 1 });
    expect(data).toHaveProperty('icon');
  });

  it('[RCP-10] the statuses of many recipients are read with one call', async () => {
    const ids = [1003, 2001, 2002, 2003, 2005, 999_999].map(accountId);
    const { value } = await shop.visitor().call(readAccountStatuses, { asking: 'social', accountIds: ids });
    expect([...(value ?? [])]).toEqual([
      [1003, 'normal'],
      [2001, 'banned'],
      [2002, 'deactivated'],
      [2003, 'deactivating'],
      [2005, 'source-mismatch'],
      [999_999, 'not-existing'],
    ]);
  });

  it('[RCP-09] uploading a list with more new recipients than the look-up limit allows is refused', async () => {
    const scraper = shop.visitor();
    const many = Array.from({ length: 70 }, (_, i) => record(3000 + i, 1));
    expect((await scraper.call(uploadRecipientHistory, many)).refusal).toBe('too-many-tries');
  });

  it('uploading a malformed list of recipients is refused', async () => {
    const response = await fetch(`${shop.apiUrl}${uploadRecipientHistory.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ records: JSON.stringify([{ to_uid: 'x', fill_times: 0 }]) }),
    });
    expect(response.status).toBe(400);
  });
});
