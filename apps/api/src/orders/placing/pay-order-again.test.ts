import { randomUUID } from 'node:crypto';
import {
  readOrder,
  readOrderStatus,
  readSiteConfig,
  submitPaymentToken,
  type OrderPlaced,
} from '@jawhara/contract';
import { ADYEN_CARD, CHECKOUT_COM_CARD, type OrderId, type OrderedWith } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { adyenPayments, payByAdyen, sealedCard } from '../../test/adyen-payer.ts';
import { cardPayer, cardsOf, payAgain, placed } from '../../test/card-payer.ts';
import { balanceOf, openShop, orderState, type Called, type Shop, type Visitor } from '../../test/shop.ts';
import { PATIENCE_MS } from '../../../../../tools/test/patience.ts';

let shop: Shop;
beforeAll(async () => {
  // The first check is so late that a test can make look-ups fail before it.
  shop = await openShop({ env: { ASK_PROVIDER_AFTER_MS: '3000' } });
});
afterEach(() => shop.control('reset', {}));
afterAll(() => shop.close());

const soon = <T>(look: () => Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: PATIENCE_MS, interval: 50 });

async function checkoutComPayments(orderId: OrderId) {
  const { payments } = await shop.books();
  return payments.filter(({ reference }) => reference === orderId);
}

const throughAdyen = (buyer: Visitor, orderId: OrderId, card: OrderedWith): Promise<Called<OrderPlaced>> =>
  buyer.call(submitPaymentToken, { orderId, payType: ADYEN_CARD, card });

async function tried(buyer: Visitor, orderId: OrderId) {
  return (await buyer.call(readOrderStatus, { orderId })).value?.triedProviders;
}

/** Holds webhooks, so that only a look-up or a released webhook can bring the first provider's answer. */
const holdWebhooks = (path = ''): Promise<void> => shop.control(`${path}webhooks`, { hold: true });

describe('an order whose provider gave no answer', () => {
  it('an order whose provider did not answer is paid at another one: charged once, credited once', async () => {
    const buyer = shop.visitor();
    const before = await balanceOf(shop.db, 1002);
    const { orderId } = placed(await buyer.buy('error-before-charge', { recipientId: 1002 }));
    expect(await tried(buyer, orderId)).toEqual([13]);
    const again = placed(await throughAdyen(buyer, orderId, await sealedCard(shop, 'approve')));
    expect(again).toEqual({ orderId, answer: { kind: 'paid' } });
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    expect((await buyer.call(readOrder, { orderId })).value?.payType).toBe(ADYEN_CARD);
    expect(await balanceOf(shop.db, 1002)).toBe(before + 1060);
    expect(await tried(buyer, orderId)).toBeNull();
    expect(await checkoutComPayments(orderId)).toEqual([]);
    expect(await adyenPayments(shop, orderId)).toEqual([
      expect.objectContaining({ captured: 999, refunded: 0 }),
    ]);
  });

  it('an unanswered payment found later by look-up is refunded when the order was paid at another provider', async () => {
    await holdWebhooks();
    const buyer = shop.visitor();
    const before = await balanceOf(shop.db, 1003);
    await shop.control('api', { lostAnswerRate: 1, hangMs: 50 });
    const { orderId } = placed(await buyer.buy('approve', { recipientId: 1003 }));
    // The first provider's look-up fails until the other provider has been paid.
    await shop.control('api', { lostAnswerRate: 0, failRate: 1 });
    placed(await throughAdyen(buyer, orderId, await sealedCard(shop, 'approve')));
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    await shop.control('api', { failRate: 0 });
    await soon(async () =>
      expect(await checkoutComPayments(orderId)).toEqual([
        expect.objectContaining({ captured: 999, refunded: 999 }),
      ]),
    );
    expect(await adyenPayments(shop, orderId)).toEqual([
      expect.objectContaining({ captured: 999, refunded: 0 }),
    ]);
    expect(await balanceOf(shop.db, 1003)).toBe(before + 1060);
    await soon(async () => {
      const scheduledPayments =
        await shop.db`select from payments where order_id = ${orderId} and look_after is not null`;
      expect(scheduledPayments).toHaveLength(0);
    });
  });

  it('an unanswered payment reported by a late webhook is refunded when the order was paid at another provider', async () => {
    await holdWebhooks('adyen/');
    const buyer = shop.visitor();
    const before = await balanceOf(shop.db, 1004);
    const card = await sealedCard(shop, 'error-after-charge');
    const { orderId } = placed(await payByAdyen(buyer, card, { recipientId: 1004 }));
    const token = await shop.token('approve');
    const again = { orderId, payType: CHECKOUT_COM_CARD, card: { token } } as const;
    expect(placed(await buyer.call(submitPaymentToken, again)).answer).toEqual({ kind: 'paid' });
    await shop.control('adyen/webhooks', { hold: false });
    await shop.control('adyen/webhooks/flush', {});
    await soon(async () =>
      expect(await adyenPayments(shop, orderId)).toEqual([
        expect.objectContaining({ captured: 999, refunded: 999 }),
      ]),
    );
    expect(await checkoutComPayments(orderId)).toEqual([
      expect.objectContaining({ captured: 999, refunded: 0 }),
    ]);
    expect(await balanceOf(shop.db, 1004)).toBe(before + 1060);
    expect(await orderState(shop.db, orderId)).toBe('delivered');
  });

  it('an order refused at the second provider is still delivered when its first provider reports the payment late', async () => {
    await holdWebhooks('adyen/');
    const buyer = shop.visitor();
    const before = await balanceOf(shop.db, 1005);
    const card = await sealedCard(shop, 'error-after-charge');
    const { orderId } = placed(await payByAdyen(buyer, card, { recipientId: 1005 }));
    const token = await shop.token('insufficient-funds');
    const again = { orderId, payType: CHECKOUT_COM_CARD, card: { token } } as const;
    expect(placed(await buyer.call(submitPaymentToken, again)).answer).toEqual({
      kind: 'refused',
      outcome: 'balance',
    });
    await shop.control('adyen/webhooks', { hold: false });
    await shop.control('adyen/webhooks/flush', {});
    await soon(async () => expect(await orderState(shop.db, orderId)).toBe('delivered'));
    expect(await balanceOf(shop.db, 1005)).toBe(before + 1060);
    expect((await buyer.call(readOrder, { orderId })).value?.payType).toBe(ADYEN_CARD);
  });
});

describe('an order with a saved card whose provider does not answer', () => {
  async function silentOrder() {
    const { visitor, card } = await cardPayer(shop);
    await shop.control('api', { failRate: 1 });
    const { orderId } = placed(await payAgain(shop, visitor, card.sourceId));
    return { visitor, card, orderId };
  }

  it('an order paid with a new card at another provider shows that card, which is saved beside the first', async () => {
    const { visitor, card, orderId } = await silentOrder();
    placed(await throughAdyen(visitor, orderId, await sealedCard(shop, 'approve')));
    const [paidWith] = await shop.db`
      select provider from saved_cards where id = (select saved_card_id from orders where id = ${orderId})`;
    expect(paidWith).toEqual({ provider: 17 });
    const cards = await cardsOf(visitor);
    expect(cards.find(({ sourceId }) => sourceId === card.sourceId)?.lastUsedAt).toEqual(card.lastUsedAt);
  });

  it('a saved card is not marked expired when the order is paid again with a new card that has expired', async () => {
    const { visitor, orderId } = await silentOrder();
    const again = placed(await throughAdyen(visitor, orderId, await sealedCard(shop, 'expired-card')));
    expect(again.answer).toEqual({ kind: 'refused', outcome: 'expire' });
    expect((await cardsOf(visitor)).map(({ isExpiredByBank }) => isExpiredByBank)).toEqual([false]);
  });
});

it('a payer who often pays at another provider after a failure is not blocked as a card tester', async () => {
  const guarded = await openShop({ env: { GUARD_FACTOR: '1' } });
  try {
    const buyer = guarded.visitor();
    for (let order = 0; order < 7; order += 1) {
      const { orderId } = placed(await buyer.buy('error-before-charge'));
      const card = await sealedCard(guarded, 'approve');
      expect(placed(await throughAdyen(buyer, orderId, card)).answer).toEqual({ kind: 'paid' });
    }
  } finally {
    await guarded.close();
  }
});

describe('no second provider is used', () => {
  it('an order past its deadline is offered no other provider', async () => {
    const buyer = shop.visitor();
    const { orderId } = placed(await buyer.buy('error-before-charge'));
    expect(await tried(buyer, orderId)).toEqual([13]);
    await shop.db`update orders set created_at = created_at - interval '1 day' where id = ${orderId}`;
    expect(await tried(buyer, orderId)).toBeNull();
  });

  it('an order whose provider sent a payment id and still decides cannot be paid at another provider', async () => {
    await shop.control('api', { settleAfterMs: 60_000 });
    const buyer = shop.visitor();
    const { orderId } = placed(await buyer.buy('pending-then-approved'));
    expect(await tried(buyer, orderId)).toBeNull();
    const again = placed(await throughAdyen(buyer, orderId, await sealedCard(shop, 'approve')));
    expect(again.answer).toEqual({ kind: 'pending' });
    expect(await adyenPayments(shop, orderId)).toEqual([]);
  });

  it('an order paid again at another provider is charged once there, however often the payer presses the button', async () => {
    const buyer = shop.visitor();
    const { orderId } = placed(await buyer.buy('error-before-charge'));
    const cards = await Promise.all([1, 2, 3].map(() => sealedCard(shop, 'approve')));
    const presses = await Promise.all(cards.map((card) => throughAdyen(buyer, orderId, card)));
    for (const press of presses) expect(placed(press).answer).toEqual({ kind: 'paid' });
    expect(await adyenPayments(shop, orderId)).toHaveLength(1);
  });

  it('paying an order again is refused for another visitor’s order and for a card of another provider', async () => {
    const buyer = shop.visitor();
    const { orderId } = placed(await buyer.buy('error-before-charge'));
    const card = await sealedCard(shop, 'approve');
    expect((await throughAdyen(shop.visitor(), orderId, card)).refusal).toBe('order-not-found');
    const wrong = await throughAdyen(buyer, orderId, { token: await shop.token('approve') });
    expect(wrong.refusal).toBe('pay-type-not-offered');
    expect((await throughAdyen(buyer, randomUUID() as OrderId, card)).refusal).toBe('order-not-found');
  });
});

describe('a provider that does not answer', () => {
  it('a provider that does not answer is reported to new pages as failing, and no more once it answers again', async () => {
    const failing = async () => (await shop.visitor().call(readSiteConfig, {})).value?.failingProviders;
    // Attempts of the tests above are still polled until they are decided, so wait for a healthy provider.
    await soon(async () => expect(await failing()).not.toContain(17));
    await shop.control('api', { failRate: 1 });
    await Promise.all([1, 2, 3, 4].map(() => shop.visitor().buy('approve')));
    await soon(async () => expect(await failing()).toContain(13));
    await shop.control('api', { failRate: 0 });
    await vi.waitFor(async () => expect(await failing()).not.toContain(13), {
      timeout: PATIENCE_MS,
      interval: 500,
    });
  });
});
