import { readOrderStatus } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkCountsOf } from '../orders/store/sweep.store.ts';
import { adyenPayments } from '../test/adyen-payer.ts';
import { becomes, placed } from '../test/card-payer.ts';
import { bannedAccount, banOf, payFine } from '../test/fine-payer.ts';
import { openShop, orderState, type Shop, type Visitor } from '../test/shop.ts';
import { agree, openSheet, openWalletOrder } from '../test/wallet-payer.ts';

const MINUTE_MS = 60_000;

let shop: Shop;
let aheadMs = 0;
beforeAll(async () => {
  // Only the tests start the sweeper, so an overdue order does not change its state before.
  const env = { SWEEP_EVERY_MS: '3600000' };
  shop = await openShop({ env, now: () => new Date(Date.now() + aheadMs) });
});
afterAll(() => shop.close());

async function opened(): Promise<{ readonly payer: Visitor; readonly orderId: OrderId }> {
  const payer = shop.visitor();
  return { payer, orderId: placed(await openWalletOrder(payer, 26)).orderId };
}

/** Waits until the check of the order has ended, because the sweeper does not start another one while it runs. */
async function isLookedAt(orderId: OrderId): Promise<void> {
  await vi.waitFor(
    async () => expect(await checkCountsOf(shop.db, [orderId])).toEqual([{ id: orderId, looks: 1 }]),
    30_000,
  );
}

describe('a wallet order whose sheet is not confirmed', () => {
  it('[WAL-06] a wallet order whose sheet is never confirmed expires after half an hour, and nothing is charged', async () => {
    const { payer, orderId } = await opened();
    aheadMs += 29 * MINUTE_MS;
    await shop.sweep();
    await isLookedAt(orderId);
    expect((await openSheet(payer, orderId)).refusal).toBeNull();
    expect(await orderState(shop.db, orderId)).toBe('created');
    aheadMs += 2 * MINUTE_MS;
    // The deadline of the order is over, but the order has not expired yet.
    expect((await openSheet(payer, orderId)).refusal).toBe('wallet-not-available');
    expect((await agree(shop, payer, orderId)).refusal).toBe('wallet-not-available');
    // The last check was two minutes ago, so the next one is due only after a pause.
    aheadMs += 15 * MINUTE_MS;
    await shop.sweep();
    await becomes(shop, orderId, 'expired');
    expect((await agree(shop, payer, orderId)).value).toEqual({ kind: 'refused', outcome: 'other' });
    expect((await payer.call(readOrderStatus, { orderId })).value?.result).toBe(1);
    expect(await adyenPayments(shop, orderId)).toEqual([]);
    expect(await shop.db`select from payments where order_id = ${orderId}`).toEqual([]);
  });

  it('a wallet token that arrives half an hour after its order was opened starts no payment, and the order expires', async () => {
    const { orderId } = await opened();
    aheadMs += 31 * MINUTE_MS;
    const inHand = { cardId: shop.app.context.newId(), cardKey: 'AAAA' };
    const call = { idempotencyKey: `pay-${orderId}`, waitMsMax: 10_000 };
    await shop.app.life.call('pay', orderId, inHand, call);
    expect(await shop.db`select from payments where order_id = ${orderId}`).toEqual([]);
    await shop.sweep();
    await becomes(shop, orderId, 'expired');
  });
});

it('[FIN-04 in part] [WAL-03] a fine can be paid by wallet, and its ban is then lifted', async () => {
  const payer = shop.visitor();
  const { id } = await bannedAccount(shop.db);
  const fine = { payType: 26, card: { walletSheet: true } } as const;
  const { orderId, answer } = placed(await payFine(shop, payer, id, fine));
  expect(answer).toEqual({ kind: 'pending' });
  expect((await banOf(shop.db, id))?.status).toBe('banned');
  expect((await openSheet(payer, orderId)).refusal).toBeNull();
  expect((await agree(shop, payer, orderId)).value).toEqual({ kind: 'paid' });
  expect((await banOf(shop.db, id))?.status).toBe('normal');
  const byCard = await payFine(shop, payer, (await bannedAccount(shop.db)).id, { payType: 26 });
  expect(byCard.refusal).toBe('pay-type-not-offered');
});
