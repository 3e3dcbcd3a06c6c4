import { cancelOrder, readOrder } from '@jawhara/contract';
import type { KnownMoney, OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tellCheckoutCom } from '../../test/checkout-com-events.ts';
import { openShop, orderState, type Shop } from '../../test/shop.ts';
import { PATIENCE_MS } from '../../../../../tools/test/patience.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

type Buyer = ReturnType<Shop['visitor']>;

async function bought(buyer: Buyer, scenario: Parameters<Buyer['buy']>[0]): Promise<OrderId> {
  const { value } = await buyer.buy(scenario);
  if (!value) throw new Error('not placed');
  return value.orderId;
}

async function money(buyer: Buyer, orderId: OrderId): Promise<KnownMoney | null | undefined> {
  return (await buyer.call(readOrder, { orderId })).value?.money;
}

describe('what an order shows its payer about the money', () => {
  it.each([
    ['insufficient-funds', 'none'],
    ['do-not-honour', 'none'],
    // A check for fraud may come after the bank has set the amount aside.
    ['high-risk', 'held'],
    ['challenge', 'unknown'],
    ['approve', null],
  ] as const)(
    'an order paid with the card "%s" shows its payer the money as %s',
    async (scenario, shownMoney) => {
      const buyer = shop.visitor();
      expect(await money(buyer, await bought(buyer, scenario))).toBe(shownMoney);
    },
  );

  it('a payer who cancels an order during the bank’s check sees that no charge is known yet', async () => {
    const buyer = shop.visitor();
    const orderId = await bought(buyer, 'challenge');
    expect((await buyer.call(cancelOrder, { orderId, reason: 'back' })).refusal).toBeNull();
    expect(await money(buyer, orderId)).toBe('none-yet');
  });

  it.each([
    ['payment_refunded', 'returned'],
    ['payment_voided', 'held'],
  ] as const)(
    'a delivered order that receives the webhook %s shows its payer the money as %s',
    async (event, shownMoney) => {
      const buyer = shop.visitor();
      const orderId = await bought(buyer, 'approve');
      const payment = (await shop.books()).payments.find(({ reference }) => reference === orderId);
      const word = {
        id: payment?.id,
        action_id: `act_${orderId}`,
        reference: orderId,
        amount: 999,
        currency: 'USD',
      };
      await tellCheckoutCom(shop, event, word);
      await vi.waitFor(async () => expect(await orderState(shop.db, orderId)).toBe('refunded'), {
        timeout: PATIENCE_MS,
      });
      expect(await money(buyer, orderId)).toBe(shownMoney);
    },
  );
});
