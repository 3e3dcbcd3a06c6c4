import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startedOrder, GEMS, PRICE } from '../../test/started-order.ts';
import { alertKinds, allProcessed, tellCheckoutCom } from '../../test/checkout-com-events.ts';
import { balanceOf, openShop, orderState, setBalance, type Shop } from '../../test/shop.ts';
import { deliverOrder } from '../delivery/deliver-order.ts';
import { takeMoney } from '../paying/take-money.ts';
import { takeReturn } from './take-return.ts';
import { PATIENCE_MS } from '../../../../../tools/test/patience.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function buy(recipientId: number): Promise<{ orderId: OrderId; paymentId: string }> {
  const { value } = await shop.visitor().buy('approve', { recipientId });
  if (!value) throw new Error('not placed');
  const payment = (await shop.books()).payments.find(({ reference }) => reference === value.orderId);
  return { orderId: value.orderId, paymentId: payment?.id ?? '' };
}

const becomes = (orderId: OrderId, state: string): Promise<void> =>
  vi.waitFor(async () => expect(await orderState(shop.db, orderId)).toBe(state), {
    timeout: PATIENCE_MS,
    interval: 50,
  });

interface Bought {
  readonly orderId: OrderId;
  readonly paymentId: string;
}

const refunded = ({ orderId, paymentId }: Bought, amount: number, actionId = `act_${randomUUID()}`) =>
  tellCheckoutCom(shop, 'payment_refunded', {
    id: paymentId,
    action_id: actionId,
    reference: orderId,
    amount,
    currency: 'USD',
  });

const disputed = (
  { orderId, paymentId }: Bought,
  event: string,
  dispute: string,
  money = { amount: PRICE, currency: 'USD' },
) =>
  tellCheckoutCom(shop, event, {
    id: dispute,
    payment_id: paymentId,
    payment_reference: orderId,
    ...money,
    category: 'fraudulent',
    reason_code: '10.4',
  });

const paid = (providerPaymentId: string, minorUnits = PRICE, currency = 'USD') => ({
  kind: 'paid' as const,
  provider: 13 as const,
  card: null,
  paidWith: null,
  providerPaymentId,
  money: { currency, minorUnits },
});

const usdOf = async (orderId: OrderId): Promise<Record<string, number>> => {
  const rows = await shop.db<{ account: string; sum: number }[]>`
    select ledger_account as account, sum(amount)::int as sum from ledger_entries
    where order_id = ${orderId} and unit = 'USD' group by ledger_account having sum(amount) <> 0`;
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
};

describe('money that goes back', () => {
  it('[ORD-14] a refund reported several times takes the gems back once, and bans no account', async () => {
    const before = await balanceOf(shop.db, 1003);
    const bought = await buy(1003);
    expect(await balanceOf(shop.db, 1003)).toBe(before + GEMS);
    await Promise.all([1, 2, 3].map(() => refunded(bought, PRICE, 'act_once')));
    await becomes(bought.orderId, 'refunded');
    await allProcessed(shop, bought.orderId);
    expect(await balanceOf(shop.db, 1003)).toBe(before);
    expect(await usdOf(bought.orderId)).toEqual({});
    const [account] = await shop.db`select status from accounts where id = 1003`;
    expect(account).toEqual({ status: 'normal' });
    expect(await shop.db`select from bans where account_id = 1003 and lifted_at is null`).toHaveLength(0);
  });

  it('[ORD-14] [ORD-16] partial refunds take gems in proportion, and refunds of 500 and 499 of 999 cents take all gems', async () => {
    const before = await balanceOf(shop.db, 1006);
    const bought = await buy(1006);
    await refunded(bought, 500);
    await allProcessed(shop, bought.orderId);
    expect(await orderState(shop.db, bought.orderId)).toBe('delivered');
    expect(await balanceOf(shop.db, 1006)).toBe(before + GEMS - 530);
    await refunded(bought, 499);
    await becomes(bought.orderId, 'refunded');
    expect(await balanceOf(shop.db, 1006)).toBe(before);
  });

  it('[ORD-14] a chargeback of spent gems leaves a negative balance with its reason', async () => {
    const bought = await buy(1004);
    const earlier = await buy(1004);
    // setBalance simulates that the gems were spent in the app.
    await refunded(earlier, PRICE);
    await becomes(earlier.orderId, 'refunded');
    await setBalance(shop.db, 1004, 60);
    await disputed(bought, 'dispute_received', 'dsp_debt');
    await becomes(bought.orderId, 'charged-back');
    const [balance] = await shop.db`select gems, negative_because from gem_balances where account_id = 1004`;
    expect(balance).toEqual({ gems: 60 - GEMS, negative_because: expect.stringContaining(bought.orderId) });
  });

  it('[ORD-16] a refund reported before the capture is stored, and the order is not delivered', async () => {
    const before = await balanceOf(shop.db, 1002);
    const orderId = await startedOrder(shop, 1002);
    const bought = { orderId, paymentId: `pay_${randomUUID()}` };
    await refunded(bought, PRICE);
    await allProcessed(shop, orderId);
    const { context } = shop.app;
    expect(await takeMoney(context, orderId, paid(bought.paymentId))).toMatchObject({ outcome: 'taken' });
    await deliverOrder(context, orderId);
    expect(await orderState(shop.db, orderId)).toBe('refunded');
    expect(await balanceOf(shop.db, 1002)).toBe(before);
    expect(await alertKinds(shop, orderId)).toContain('returned-before-delivery');
    const [order] = await shop.db`select credited_at from orders where id = ${orderId}`;
    expect(order).toEqual({ credited_at: null });
  });

  it('[ORD-16] a refund between the payment and its delivery stops the delivery and raises an alert', async () => {
    const before = await balanceOf(shop.db, 1002);
    const orderId = await startedOrder(shop, 1002);
    const { context } = shop.app;
    const paymentId = `pay_${randomUUID()}`;
    await takeMoney(context, orderId, paid(paymentId));
    const word = {
      returnId: 'act_x',
      how: 'refund',
      stage: 'taken',
      providerPaymentId: paymentId,
      money: null,
      fee: null,
    } as const;
    await takeReturn(context, orderId, { provider: 13, word });
    expect(await deliverOrder(context, orderId)).toBe('delivered-before');
    expect(await orderState(shop.db, orderId)).toBe('refunded');
    expect(await balanceOf(shop.db, 1002)).toBe(before);
    expect(await alertKinds(shop, orderId)).toContain('returned-before-delivery');
  });

  it('[ORD-16] a dispute after a full refund is stored beside it and raises an alert that more was returned than paid', async () => {
    const bought = await buy(1001);
    await refunded(bought, PRICE);
    await becomes(bought.orderId, 'refunded');
    await disputed(bought, 'dispute_received', 'dsp_after_refund');
    await becomes(bought.orderId, 'charged-back');
    expect(await alertKinds(shop, bought.orderId)).toContain('returned-more-than-paid');
    const rows =
      await shop.db`select how, stage from payment_returns where order_id = ${bought.orderId} order by how`;
    expect(rows).toEqual([
      { how: 'dispute', stage: 'taken' },
      { how: 'refund', stage: 'taken' },
    ]);
    // The ledger shows the loss: the provider took the price twice and paid it once.
    expect(await usdOf(bought.orderId)).toEqual({ 'provider:13': -PRICE, 'payers-money': PRICE });
  });

  it('[ORD-16] a dispute in another currency counts as the whole payment and raises an alert', async () => {
    const before = await balanceOf(shop.db, 1001);
    const bought = await buy(1001);
    await disputed(bought, 'dispute_received', 'dsp_sar', { amount: 3746, currency: 'SAR' });
    await becomes(bought.orderId, 'charged-back');
    expect(await balanceOf(shop.db, 1001)).toBe(before);
    expect(await alertKinds(shop, bought.orderId)).toContain('return-in-other-currency');
  });

  it('a refund of a payment that does not belong to the order changes nothing for the order', async () => {
    const before = await balanceOf(shop.db, 1002);
    const bought = await buy(1002);
    await refunded({ ...bought, paymentId: 'pay_another' }, PRICE);
    await allProcessed(shop, bought.orderId);
    expect(await orderState(shop.db, bought.orderId)).toBe('delivered');
    expect(await balanceOf(shop.db, 1002)).toBe(before + GEMS);
  });
});

describe('a dispute', () => {
  it.each(['dispute_received', 'dispute_evidence_required'])(
    '[ORD-16] an order is charged back when the webhook %s comes',
    async (event) => {
      const before = await balanceOf(shop.db, 1003);
      const bought = await buy(1003);
      await disputed(bought, event, `dsp_${event}`);
      await becomes(bought.orderId, 'charged-back');
      expect(await balanceOf(shop.db, 1003)).toBe(before);
    },
  );

  it.each(['dispute_won', 'dispute_canceled'])(
    '[ORD-14] a dispute that ends with %s credits the gems again',
    async (event) => {
      const before = await balanceOf(shop.db, 1003);
      const bought = await buy(1003);
      await disputed(bought, 'dispute_evidence_required', `dsp_then_${event}`);
      await becomes(bought.orderId, 'charged-back');
      await disputed(bought, event, `dsp_then_${event}`);
      await becomes(bought.orderId, 'delivered');
      expect(await balanceOf(shop.db, 1003)).toBe(before + GEMS);
      expect(await usdOf(bought.orderId)).toEqual({ 'provider:13': PRICE, 'gem-sales': -PRICE });
    },
  );

  it('[ORD-16] an order whose dispute is reported as won before it is reported as opened stays delivered', async () => {
    const before = await balanceOf(shop.db, 1003);
    const bought = await buy(1003);
    await disputed(bought, 'dispute_won', 'dsp_backwards');
    await allProcessed(shop, bought.orderId);
    await disputed(bought, 'dispute_received', 'dsp_backwards');
    await allProcessed(shop, bought.orderId);
    expect(await orderState(shop.db, bought.orderId)).toBe('delivered');
    expect(await balanceOf(shop.db, 1003)).toBe(before + GEMS);
  });
});

describe('a webhook', () => {
  it('[ORD-16] a webhook of an unknown event type is stored and raises an alert', async () => {
    const bought = await buy(1001);
    await tellCheckoutCom(shop, 'payment_teleported', { id: bought.paymentId, reference: bought.orderId });
    await allProcessed(shop, bought.orderId);
    expect(await alertKinds(shop, bought.orderId)).toContain('unheard-of-event');
  });

  it('[ORD-16] a dispute webhook without our order’s reference is matched to the order by its payment', async () => {
    const bought = await buy(1001);
    await tellCheckoutCom(shop, 'dispute_received', {
      id: 'dsp_nameless',
      payment_id: bought.paymentId,
      amount: PRICE,
      currency: 'USD',
    });
    await becomes(bought.orderId, 'charged-back');
  });
});

describe('money that went back before delivery and came again', () => {
  it('[ORD-16] an order disputed before its capture was reported is delivered once the dispute is won', async () => {
    const before = await balanceOf(shop.db, 1002);
    const orderId = await startedOrder(shop, 1002);
    const { context } = shop.app;
    const paymentId = `pay_${randomUUID()}`;
    const word = { returnId: `dsp_${orderId}`, how: 'dispute', providerPaymentId: paymentId } as const;
    const noAmounts = { money: null, fee: null };
    await takeReturn(context, orderId, { provider: 13, word: { ...word, stage: 'taken', ...noAmounts } });
    await takeMoney(context, orderId, paid(paymentId));
    expect(await orderState(shop.db, orderId)).toBe('charged-back');
    await takeReturn(context, orderId, {
      provider: 13,
      word: { ...word, stage: 'given-back', ...noAmounts },
    });
    await becomes(orderId, 'delivered');
    expect(await balanceOf(shop.db, 1002)).toBe(before + GEMS);
  });

  it('[ORD-16] an undelivered order is delivered by the webhook of its won dispute, without waiting for the sweeper', async () => {
    const orderId = await startedOrder(shop, 1002);
    const before = await balanceOf(shop.db, 1002);
    const bought = { orderId, paymentId: `pay_${randomUUID()}` };
    await disputed(bought, 'dispute_received', `dsp_${orderId}`);
    await allProcessed(shop, orderId);
    await takeMoney(shop.app.context, orderId, paid(bought.paymentId));
    expect(await orderState(shop.db, orderId)).toBe('charged-back');
    // The sweeper would check the order only in an hour.
    await shop.db`update orders set look_after = now() + interval '1 hour' where id = ${orderId}`;
    await disputed(bought, 'dispute_won', `dsp_${orderId}`);
    await becomes(orderId, 'delivered');
    const [{ looks } = { looks: null }] = await shop.db`select looks from orders where id = ${orderId}`;
    expect(looks).toBe(0);
    expect(await balanceOf(shop.db, 1002)).toBe(before + GEMS);
  });

  it('[ORD-14] a dispute of a payment that we have refunded restricts no payer', async () => {
    const bought = await buy(1005);
    await refunded(bought, PRICE);
    await becomes(bought.orderId, 'refunded');
    await disputed(bought, 'dispute_received', `dsp_twice_${bought.orderId}`);
    await becomes(bought.orderId, 'charged-back');
    const stopped =
      await shop.db`select from payer_restrictions where cause_order_id = ${bought.orderId} and lifted_at is null`;
    expect(stopped).toHaveLength(0);
  });
});
