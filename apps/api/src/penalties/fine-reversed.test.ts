import { randomUUID } from 'node:crypto';
import type { OrderId, ReturnStage } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRefused } from '../operator/refusals.ts';
import { planRefund, refundOrder } from '../operator/orders/refund-order.ts';
import { takeReturn } from '../orders/refunds/take-return.ts';
import { becomes, placed } from '../test/card-payer.ts';
import { alertKinds, allProcessed, tellCheckoutCom } from '../test/checkout-com-events.ts';
import { bannedAccount, banOf, payFine } from '../test/fine-payer.ts';
import { deskOf, paymentInBooks } from '../test/operator-desk.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { signed } from '../test/signed.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const BANNED = { status: 'banned', liftedAt: null };

/** A banned account whose fine is paid: the ban is lifted. */
async function paidFine(): Promise<{ readonly account: number; readonly orderId: OrderId }> {
  const account = await bannedAccount(shop.db);
  const { orderId } = placed(await payFine(shop, shop.visitor(), account.id));
  await becomes(shop, orderId, 'delivered');
  expect(await banOf(shop.db, account.id)).toMatchObject({ status: 'normal' });
  return { account: account.id, orderId };
}

async function tell(orderId: OrderId, type: string, data: object = {}): Promise<void> {
  const id = (await paymentInBooks(shop, orderId))?.id;
  await tellCheckoutCom(shop, type, { id, action_id: `act_${randomUUID()}`, reference: orderId, ...data });
  await allProcessed(shop, orderId);
}

it.each([
  ['payment_capture_declined', {}],
  ['payment_voided', {}],
  ['payment_returned', { amount: 2000, currency: 'USD' }],
])(
  '[FIN-05] a paid fine that is reversed (%s) restores the ban and raises an alert with the urgency “today”',
  async (type, data) => {
    const { account, orderId } = await paidFine();
    await tell(orderId, type, data);
    await becomes(shop, orderId, 'refunded');
    expect(await banOf(shop.db, account)).toMatchObject(BANNED);
    const [alert] = await shop.db`
    select urgency from alerts where order_id = ${orderId} and kind = 'fine-money-gone' and closed_at is null`;
    expect(alert).toEqual({ urgency: 'today' });
  },
);

it('[FIN-05] a fine that an operator refunds leaves the ban lifted', async () => {
  const { account, orderId } = await paidFine();
  const wanted = { orderId, purpose: 'fine', amount: null, wrongRecipient: null } as const;
  const plan = await planRefund(shop.db, wanted);
  if (isRefused(plan)) throw new Error(plan.because);
  expect(await refundOrder(deskOf(shop), signed(), wanted, plan)).toMatchObject({ kind: 'done' });
  await becomes(shop, orderId, 'refunded');
  await allProcessed(shop, orderId);
  expect(await banOf(shop.db, account)).toMatchObject({ status: 'normal' });
  expect(await alertKinds(shop, orderId)).not.toContain('fine-money-gone');
});

it('[FIN-05] when the provider undoes the reversal of a fine’s payment, the ban is lifted again; a second reversal restores it', async () => {
  const { account, orderId } = await paidFine();
  const providerPaymentId = (await paymentInBooks(shop, orderId))?.id ?? '';
  const tellReversal = (stage: ReturnStage) =>
    takeReturn(shop.app.context, orderId, {
      provider: 13,
      word: { returnId: `rev_${orderId}`, how: 'reversal', stage, providerPaymentId, money: null, fee: null },
    });
  const isAlertOpen = async () =>
    (
      await shop.db`select from alerts where order_id = ${orderId} and kind = 'fine-money-gone' and closed_at is null`
    ).length === 1;
  await tellReversal('taken');
  expect(await banOf(shop.db, account)).toMatchObject(BANNED);
  await tellReversal('given-back');
  expect(await banOf(shop.db, account)).toMatchObject({ status: 'normal' });
  expect(await isAlertOpen()).toBe(false);
  await tellReversal('taken-again');
  expect(await banOf(shop.db, account)).toMatchObject(BANNED);
  expect(await isAlertOpen()).toBe(true);
});
