import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startWorkerJobs } from '../../program/worker-jobs.ts';
import { becomes, placed } from '../../test/card-payer.ts';
import { openShop, orderState, type Shop } from '../../test/shop.ts';
import { soon } from '../../test/operator-desk.ts';
import { enqueueChecks } from './sweep-orders.ts';
import { CLOCK_OFF_MAX_MS } from '../../system/clock-check.ts';
import { endDatedBans } from '../../penalties/end-dated-bans.ts';

const HOUR_MS = 3_600_000;

let aheadMs = 0;
const clock = () => new Date(Date.now() + aheadMs);

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { SWEEP_EVERY_MS: '3600000' }, now: clock, machineClock: clock });
});
afterEach(() => {
  aheadMs = 0;
});
afterAll(() => shop.close());

const ready = async () => {
  const response = await fetch(`${shop.apiUrl}/readyz`);
  return { status: response.status, parts: ((await response.json()) as { parts: object }).parts };
};

/** Waits until a new clock comparison is made. */
const afterSharing = () => new Promise((done) => setTimeout(done, 1_100));

it('a worker whose clock jumps ahead is not ready and expires no order until its clock is right again', async () => {
  const { orderId } = placed(await shop.visitor().buy('challenge', { recipientId: 1003 }));
  const { context, life } = shop.app;
  const check = async (): Promise<void> => {
    const looks = async () =>
      (await shop.db`select looks from orders where id = ${orderId}`)[0]?.['looks'] as number;
    const before = await looks();
    await enqueueChecks(context, life, [orderId]);
    await soon(async () => expect(await looks()).toBe(before + 1));
  };
  expect(await ready()).toMatchObject({ status: 200, parts: { clock: 'ready' } });
  aheadMs = 12 * 24 * HOUR_MS;
  await afterSharing();
  expect(await ready()).toMatchObject({ status: 503, parts: { clock: 'off' } });
  await check();
  expect(await orderState(shop.db, orderId)).toBe('awaiting-payer');
  const [attempt] = await shop.db`select state from payments where order_id = ${orderId}`;
  expect(attempt).toEqual({ state: 'open' });
  expect(shop.log()).toContain('the clock of this machine is wrong');
  aheadMs = 0;
  await afterSharing();
  expect(await ready()).toMatchObject({ status: 200 });
  // The same order past its deadline by the right clock.
  await shop.db`update orders set created_at = created_at - interval '40 minutes' where id = ${orderId}`;
  await check();
  await becomes(shop, orderId, 'expired');
});

it('a clock that is wrong by less than the limit leaves the worker ready; more makes it not ready', async () => {
  aheadMs = CLOCK_OFF_MAX_MS - 2_000;
  await afterSharing();
  expect(await ready()).toMatchObject({ status: 200, parts: { clock: 'ready' } });
  aheadMs = -(CLOCK_OFF_MAX_MS + 2_000);
  await afterSharing();
  expect(await ready()).toMatchObject({ status: 503, parts: { clock: 'off' } });
});

it('while the clock is wrong, jobs that depend on the clock do not run: a dated ban is not ended', async () => {
  await shop.db`
    insert into bans (account_id, kind, earlier_refund_bans, until, since)
    values (1001, 'other', 0, now() + interval '1 day', now())`;
  await shop.db`update accounts set status = 'banned' where id = 1001`;
  const isBanned = async () =>
    (await shop.db`select from bans where account_id = 1001 and lifted_at is null`).length === 1;
  aheadMs = 48 * HOUR_MS;
  await afterSharing();
  const { logger } = shop.app.context;
  const jobs = startWorkerJobs({ env: shop.env, app: shop.app, logger });
  await afterSharing();
  await jobs.stop();
  expect(await isBanned()).toBe(true);
  // Called directly, the job lifts the ban.
  await endDatedBans({ db: shop.db, now: clock, logger });
  await vi.waitFor(async () => expect(await isBanned()).toBe(false));
});
