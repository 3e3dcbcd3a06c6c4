import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startedOrder, GEMS, PRICE } from '../../test/started-order.ts';
import { alertKinds } from '../../test/checkout-com-events.ts';
import { balanceOf, openShop, orderState, type Shop } from '../../test/shop.ts';
import { deliverOrder } from '../delivery/deliver-order.ts';
import { takeMoney } from './take-money.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const paid = (providerPaymentId: string, minorUnits = PRICE, currency = 'USD') => ({
  kind: 'paid' as const,
  provider: 13 as const,
  card: null,
  paidWith: null,
  providerPaymentId,
  money: { currency, minorUnits },
});

describe('the amount paid is compared with the price', () => {
  it.each([
    ['another currency', PRICE, 'SAR'],
    ['less than the price', PRICE - 1, 'USD'],
    ['more than the price', PRICE + 1, 'USD'],
  ])(
    'an order paid with %s is held for an operator, and nothing is credited',
    async (_what, minorUnits, currency) => {
      const before = await balanceOf(shop.db, 1005);
      const orderId = await startedOrder(shop, 1005);
      const { context } = shop.app;
      const paymentId = `pay_${randomUUID()}`;
      expect(await takeMoney(context, orderId, paid(paymentId, minorUnits, currency))).toMatchObject({
        outcome: 'held',
      });
      await deliverOrder(context, orderId);
      expect(await balanceOf(shop.db, 1005)).toBe(before);
      expect(await alertKinds(shop, orderId)).toEqual(['amount-mismatch']);
      // The money arrived, so the ledger has it and owes it to the payer.
      const rows = await shop.db`
      select ledger_account as account, unit, amount from ledger_entries where order_id = ${orderId} order by account`;
      expect(rows).toEqual([
        { account: 'payers-money', unit: currency, amount: -minorUnits },
        { account: 'provider:13', unit: currency, amount: minorUnits },
      ]);
    },
  );

  it('a payment reported for two orders delivers only the first, and raises an alert at the second', async () => {
    const before = await balanceOf(shop.db, 1005);
    const [one, two] = [await startedOrder(shop, 1005), await startedOrder(shop, 1006)];
    const { context } = shop.app;
    const word = paid(`pay_${randomUUID()}`);
    expect(await takeMoney(context, one, word)).toMatchObject({ outcome: 'taken' });
    await deliverOrder(context, one);
    expect(await takeMoney(context, two, word)).toMatchObject({ outcome: 'held' });
    await deliverOrder(context, two);
    expect(await orderState(shop.db, two)).toBe('pending');
    expect(await alertKinds(shop, two)).toEqual(['payment-of-another-order']);
    expect(await balanceOf(shop.db, 1005)).toBe(before + GEMS);
  });

  it('a paid order that is held is not delivered', async () => {
    const before = await balanceOf(shop.db, 1005);
    const orderId = await startedOrder(shop, 1005);
    const { context } = shop.app;
    await takeMoney(context, orderId, paid(`pay_${randomUUID()}`));
    await shop.db`update orders set is_held = true where id = ${orderId}`;
    expect(await deliverOrder(context, orderId)).toBe('not-to-deliver');
    expect(await balanceOf(shop.db, 1005)).toBe(before);
  });
});
