import { randomUUID } from 'node:crypto';
import type { CardExpiry, CardFingerprint, CardSourceId, OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CardOnFile } from '../../providers/provider.ts';
import { startedOrder, PRICE } from '../../test/started-order.ts';
import { paidBy13 } from '../../test/refunding-provider.ts';
import { openShop, orderState, type Shop } from '../../test/shop.ts';
import { namePayment, refuseOrder } from './decide-order.ts';
import { takeMoney } from './take-money.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { SWEEP_EVERY_MS: '3600000' } });
});
afterAll(() => shop.close());

const named = () => `pay_${randomUUID()}`;

/** The shop with a card store that only records its calls. */
function counting() {
  const cardActions: string[] = [];
  const { context } = shop.app;
  const cards = {
    ...context.cards,
    usedAgain: async () => void cardActions.push('used again'),
    noteCard: async () => (cardActions.push('noted'), null),
    forgetCard: async () => void cardActions.push('forgotten'),
  };
  return { cardActions, context: { ...context, cards } };
}

const CARD: CardOnFile = {
  sourceId: 'src_1' as CardSourceId,
  fingerprint: 'print' as CardFingerprint,
  scheme: 'visa',
  last4: '4242',
  bin: '424242',
  issuerCountry: null,
  expiry: '2030-12' as CardExpiry,
};

/** An order that is paid with a saved card of Checkout.com. */
async function withSavedCard(): Promise<OrderId> {
  const orderId = await startedOrder(shop);
  await shop.db`update orders set saved_card_id = ${randomUUID()} where id = ${orderId}`;
  return orderId;
}

describe('the card of a payment', () => {
  it('[CRD-10] a saved card counts as used when its own provider takes the payment, and not when another provider does', async () => {
    const own = counting();
    await takeMoney(own.context, await withSavedCard(), paidBy13(named(), PRICE));
    expect(own.cardActions).toEqual(['used again']);
    const other = counting();
    const paid = { ...paidBy13(named(), PRICE), provider: 17 as const };
    await takeMoney(other.context, await withSavedCard(), paid);
    expect(other.cardActions).toEqual([]);
  });

  it('[CRD-10] when a repeated report of a second payment names its card, the card is deleted at its provider', async () => {
    const { cardActions, context } = counting();
    const orderId = await startedOrder(shop);
    await takeMoney(context, orderId, paidBy13(named(), PRICE));
    const second = paidBy13(named(), PRICE);
    expect(await takeMoney(context, orderId, second)).toMatchObject({ outcome: 'second-payment' });
    expect(cardActions).toEqual([]);
    expect(await takeMoney(context, orderId, { ...second, card: CARD })).toMatchObject({
      outcome: 'second-payment',
    });
    expect(cardActions).toEqual(['forgotten']);
  });
});

it('[ORD-12] a decline of a payment that belongs to no attempt of an order refuses neither the order nor its attempt', async () => {
  const { context } = shop.app;
  const orderId = await startedOrder(shop);
  const ours = named();
  await namePayment(context, orderId, { provider: 13, providerPaymentId: ours });
  const refusal = { provider: 13, outcome: 'other', code: '20051' } as const;
  const attempt = async () =>
    (await shop.db`select state from payments where order_id = ${orderId}`).map((row) => row['state']);
  await refuseOrder(context, orderId, { ...refusal, providerPaymentId: named() });
  expect([await orderState(shop.db, orderId), await attempt()]).toEqual(['pending', ['open']]);
  await refuseOrder(context, orderId, { ...refusal, providerPaymentId: ours });
  expect([await orderState(shop.db, orderId), await attempt()]).toEqual(['refused', ['refused']]);
});
