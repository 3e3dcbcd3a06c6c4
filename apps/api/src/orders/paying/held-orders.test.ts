import { readOrderStatus, submitPaymentToken } from '@jawhara/contract';
import { ADYEN_CARD, PAYERMAX_CARD, type OrderId, type PayType, type OrderedWith } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../platform/postgres.ts';
import { adyenPayments, sealedCard } from '../../test/adyen-payer.ts';
import { startedOrder } from '../../test/started-order.ts';
import { placed } from '../../test/card-payer.ts';
import { capturedBody, postToCheckoutCom } from '../../test/checkout-com-post.ts';
import { dropInCard, payermaxBooks } from '../../test/payermax-payer.ts';
import { balanceOf, openShop, orderState, type Shop, type Visitor } from '../../test/shop.ts';
import { PATIENCE_MS } from '../../../../../tools/test/patience.ts';
import { acceptPayment } from './wrong-amount.ts';
import { takeMoney } from './take-money.ts';

const GEMS = 1060;
const PRICE = 999;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => shop.control('reset', {}));
afterAll(() => shop.close());

const soon = <T>(look: () => Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: PATIENCE_MS, interval: 50 });

/** Checkout.com charges another amount than the price, and reports it in a signed webhook. */
async function wrongAmountComes(orderId: OrderId, payment: string): Promise<void> {
  expect(await postToCheckoutCom(shop, capturedBody(orderId, PRICE - 1, payment))).toBe(200);
  await soon(async () => expect(await alertsOf(orderId)).toContainEqual(['amount-mismatch', payment]));
}

async function alertsOf(orderId: OrderId): Promise<[string, string][]> {
  const rows = await shop.db<{ kind: string; payment: string }[]>`
    select kind, provider_payment_id as payment from alerts where order_id = ${orderId} order by raised_at, id`;
  return rows.map(({ kind, payment }) => [kind, payment]);
}

async function factsOf(orderId: OrderId): Promise<unknown> {
  const [order] = await shop.db`
    select state, is_held,
      exists (select from payments where order_id = orders.id and look_after is not null) as is_looked_after
    from orders where id = ${orderId}`;
  return order;
}

const through = async (buyer: Visitor, orderId: OrderId, payType: PayType, card: OrderedWith) =>
  placed(await buyer.call(submitPaymentToken, { orderId, payType, card }));

describe('an order that is held for a wrong amount', () => {
  it('an order held for wrong amounts is delivered once another provider reports the right amount; a third payment is refunded', async () => {
    await shop.control('adyen/webhooks', { hold: true });
    await shop.control('payermax/webhooks', { hold: true });
    const before = await balanceOf(shop.db, 1004);
    const buyer = shop.visitor();
    const { orderId } = placed(await buyer.buy('error-before-charge', { recipientId: 1004 }));
    await through(buyer, orderId, ADYEN_CARD, await sealedCard(shop, 'error-after-charge'));
    const card = await dropInCard(shop, buyer, 'error-after-charge');
    await shop.control('payermax/api', { settleAfterMs: 60_000 });
    await through(buyer, orderId, PAYERMAX_CARD, card);
    await shop.control('payermax/api', { failRate: 1 });

    await wrongAmountComes(orderId, 'pay_wrong');
    await wrongAmountComes(orderId, 'pay_wrong_too');
    expect(await factsOf(orderId)).toMatchObject({ state: 'pending', is_held: true, is_looked_after: true });
    expect(await balanceOf(shop.db, 1004)).toBe(before);

    await shop.control('adyen/webhooks', { hold: false });
    await shop.control('adyen/webhooks/flush', {});
    await soon(async () => expect(await orderState(shop.db, orderId)).toBe('delivered'));
    await shop.control('payermax/api', { failRate: 0 });
    await shop.control('payermax/webhooks', { hold: false });
    await shop.control('payermax/webhooks/flush', {});
    await soon(async () =>
      expect((await payermaxBooks(shop)).payments.filter(({ reference }) => reference === orderId)).toEqual([
        expect.objectContaining({ captured: PRICE, refunded: PRICE }),
      ]),
    );
    expect(await adyenPayments(shop, orderId)).toEqual([
      expect.objectContaining({ captured: PRICE, refunded: 0 }),
    ]);
    expect(await balanceOf(shop.db, 1004)).toBe(before + GEMS);
    expect(await factsOf(orderId)).toMatchObject({ state: 'delivered', is_held: false });
    const apart = await shop.db`
      select provider_payment_id as id, amount_minor_units::int as amount from payments
      where order_id = ${orderId} and standing = 'wrong-amount' order by attempt`;
    expect([...apart]).toEqual([
      { id: 'pay_wrong', amount: PRICE - 1 },
      { id: 'pay_wrong_too', amount: PRICE - 1 },
    ]);
  });

  it('an order held for a wrong amount stays held when the same payment is reported with another amount', async () => {
    const buyer = shop.visitor();
    const { orderId } = placed(await buyer.buy('challenge'));
    const { payments } = await shop.books();
    const payment = payments.find(({ reference }) => reference === orderId)?.id ?? '';
    await wrongAmountComes(orderId, payment);
    expect(await postToCheckoutCom(shop, capturedBody(orderId, PRICE, payment))).toBe(200);
    await soon(async () => expect(await alertsOf(orderId)).toContainEqual(['amount-contradicted', payment]));
    expect(await factsOf(orderId)).toMatchObject({ state: 'awaiting-payer', is_held: true });
  });

  it('a payer whose order is held for a wrong amount is not shown a refusal when another provider declines', async () => {
    await shop.control('adyen/webhooks', { hold: true });
    const buyer = shop.visitor();
    const { orderId } = placed(await buyer.buy('error-before-charge'));
    await through(buyer, orderId, ADYEN_CARD, await sealedCard(shop, 'pending-then-declined'));
    await wrongAmountComes(orderId, 'pay_wrong_and_no');
    await shop.control('adyen/webhooks', { hold: false });
    await shop.control('adyen/webhooks/flush', {});
    await soon(async () => {
      const [closed] = await shop.db`
        select from payments where order_id = ${orderId} and provider = 17 and state = 'refused'`;
      expect(closed).toBeDefined();
    });
    expect((await buyer.call(readOrderStatus, { orderId })).value).toMatchObject({ result: -1 });
    expect(await factsOf(orderId)).toMatchObject({ state: 'pending', is_held: true });
  });
});

describe('a wrong amount', () => {
  it('a payment of a wrong amount cannot be accepted for an order that has an accepted payment', async () => {
    const { context } = shop.app;
    const orderId = await startedOrder(shop);
    const payments = { right: `pay_${orderId}`, wrong: `pay_wrong_${orderId}` };
    const paid = { kind: 'paid', provider: 13, card: null, paidWith: null } as const;
    for (const [providerPaymentId, minorUnits] of [
      [payments.right, PRICE],
      [payments.wrong, PRICE - 1],
    ] as const)
      await takeMoney(context, orderId, {
        ...paid,
        providerPaymentId,
        money: { currency: 'USD', minorUnits },
      });
    const accepted = await inTransaction(context.db, (tx) =>
      acceptPayment(tx, context, orderId, { provider: 13, providerPaymentId: payments.wrong }),
    );
    expect(accepted).toBe('paid-already');
    const rows = await shop.db`
      select provider_payment_id as id, standing from payments where order_id = ${orderId} order by attempt`;
    expect([...rows]).toEqual([
      { id: payments.right, standing: 'kept' },
      { id: payments.wrong, standing: 'wrong-amount' },
    ]);
  });
});
