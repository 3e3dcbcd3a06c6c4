import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { ADYEN_CARD } from '@jawhara/domain';
import { submitPaymentToken } from '@jawhara/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { adyenPayments, sealedCard } from '../../test/adyen-payer.ts';
import { placed } from '../../test/card-payer.ts';
import { openShop, orderState, type Shop } from '../../test/shop.ts';
import { takeMoney } from './take-money.ts';
import { PATIENCE_MS } from '../../../../../tools/test/patience.ts';

let shop: Shop;
beforeAll(async () => {
  // Only the test runs checks: an earlier check would find the first payment by a look-up at the provider.
  shop = await openShop({ env: { SWEEP_EVERY_MS: '3600000' } });
});
afterEach(() => shop.control('reset', {}));
afterAll(() => shop.close());

const soon = <T>(look: () => Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: PATIENCE_MS, interval: 50 });

/**
 * Checkout.com charges but does not answer, so the payer pays at Adyen. Only a look-up at Checkout.com shows the first payment.
 */
async function paidElsewhere(scenario: 'approve' | 'wrong-amount'): Promise<OrderId> {
  await shop.control('webhooks', { hold: true });
  await shop.control('api', { lostAnswerRate: 1, hangMs: 50, settleAfterMs: 50 });
  const buyer = shop.visitor();
  const { orderId } = placed(await buyer.buy(scenario));
  await shop.control('api', { lostAnswerRate: 0, failRate: 1 });
  const card = await sealedCard(shop, 'approve');
  placed(await buyer.call(submitPaymentToken, { orderId, payType: ADYEN_CARD, card }));
  expect(await orderState(shop.db, orderId)).toBe('delivered');
  return orderId;
}

async function alertsOf(orderId: OrderId): Promise<string[]> {
  const rows = await shop.db<{ kind: string }[]>`select kind from alerts where order_id = ${orderId}`;
  return rows.map(({ kind }) => kind);
}

async function look(orderId: OrderId): Promise<void> {
  const call = { idempotencyKey: randomUUID(), waitMsMax: 10_000 };
  await shop.app.life.call('look', orderId, null, call);
}

const isCheckScheduled = async (orderId: OrderId): Promise<boolean> => {
  const scheduledPayments =
    await shop.db`select from payments where order_id = ${orderId} and look_after is not null`;
  return scheduledPayments.length > 0;
};

describe('an order paid through another provider', () => {
  it('a wrong amount at one provider of an order that is paid at another one raises an alert, and the order’s checks end', async () => {
    const orderId = await paidElsewhere('wrong-amount');
    await shop.control('api', { failRate: 0 });
    await look(orderId);
    await soon(async () => expect(await alertsOf(orderId)).toEqual(['amount-mismatch']));
    await shop.db`update orders set created_at = created_at - interval '1 day' where id = ${orderId}`;
    await look(orderId);
    expect(await isCheckScheduled(orderId)).toBe(false);
    expect(await orderState(shop.db, orderId)).toBe('delivered');
  });

  it('a second payment is refunded by a later check although the process died after storing the payment', async () => {
    const orderId = await paidElsewhere('approve');
    const own = async () => {
      const { payments } = await shop.books();
      return payments.find(({ reference }) => reference === orderId);
    };
    const name = (await own())?.id ?? '';
    // Simulates a crash between recording the second payment and refunding it.
    await takeMoney(shop.app.context, orderId, {
      kind: 'paid',
      provider: 13,
      card: null,
      paidWith: null,
      providerPaymentId: name,
      money: { currency: 'USD', minorUnits: 999 },
    });
    await shop.control('api', { failRate: 0 });
    await look(orderId);
    expect(await own()).toMatchObject({ captured: 999, refunded: 999 });
    expect(await adyenPayments(shop, orderId)).toEqual([
      expect.objectContaining({ captured: 999, refunded: 0 }),
    ]);
    expect(await isCheckScheduled(orderId)).toBe(false);
  });
});
