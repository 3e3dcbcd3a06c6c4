import { randomUUID } from 'node:crypto';
import { ADYEN, type OrderId } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adyenPayments, payByAdyen, sealedCard } from '../../test/adyen-payer.ts';
import { becomes, placed } from '../../test/card-payer.ts';
import { alertKinds, allProcessed, tellCheckoutCom } from '../../test/checkout-com-events.ts';
import { capturedBody, postToCheckoutCom } from '../../test/checkout-com-post.ts';
import { paymentInBooks } from '../../test/operator-desk.ts';
import { openShop, orderState, type Shop } from '../../test/shop.ts';
import { refuseOrder } from './decide-order.ts';
import { attemptsOf } from '../store/payment.store.ts';
import { takeMoney } from './take-money.ts';

const PRICE = 999;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(async () => {
  await shop.control('reset', {});
  await shop.control('adyen/reset', {});
});
afterAll(() => shop.close());

const decline = async (orderId: OrderId, id: string): Promise<void> => {
  await tellCheckoutCom(shop, 'payment_declined', { id, reference: orderId, response_code: '20051' });
  await allProcessed(shop, orderId);
};

const decisionsOf = async (orderId: OrderId): Promise<string[]> => {
  const rows = await shop.db<{ kind: string }[]>`
    select kind from order_events where order_id = ${orderId} and kind in ('refused', 'paid') order by at, id`;
  return rows.map(({ kind }) => kind);
};

describe('a decline webhook of a payment that is no attempt of ours', () => {
  it('[ORD-15] a decline webhook of an unrelated payment does not refuse an unanswered attempt that the look-up finds paid', async () => {
    await shop.control('webhooks', { hold: true });
    const { orderId } = placed(await shop.visitor().buy('error-after-charge'));
    expect((await attemptsOf(shop.db, orderId))[0]).toMatchObject({ providerPaymentId: null });
    await decline(orderId, `pay_${randomUUID()}`);
    await becomes(shop, orderId, 'delivered');
    expect(await decisionsOf(orderId)).toEqual(['paid']);
    expect(await alertKinds(shop, orderId)).toEqual([]);
  });

  it('[ORD-15] a decline webhook of an unrelated payment leaves the order pending and its attempt unanswered', async () => {
    const { orderId } = placed(await shop.visitor().buy('error-before-charge'));
    await decline(orderId, `pay_${randomUUID()}`);
    expect(await orderState(shop.db, orderId)).toBe('pending');
    expect(await attemptsOf(shop.db, orderId)).toMatchObject([{ providerPaymentId: null, state: 'sent' }]);
  });

  it('[ORD-15] a decline webhook of an unrelated payment leaves the order open until its own payment’s webhook delivers it', async () => {
    const { orderId } = placed(await shop.visitor().buy('challenge'));
    const ours = (await paymentInBooks(shop, orderId))?.id ?? '';
    await decline(orderId, `pay_${randomUUID()}`);
    expect(await orderState(shop.db, orderId)).toBe('awaiting-payer');
    await postToCheckoutCom(shop, capturedBody(orderId, PRICE, ours));
    await becomes(shop, orderId, 'delivered');
  });
});

describe('a decline webhook beside an unanswered attempt', () => {
  it('[ORD-15] a decline webhook refuses an unanswered attempt when the provider’s look-up confirms the decline', async () => {
    await shop.control('webhooks', { hold: true });
    await shop.control('api', { settleAfterMs: 1 });
    const { orderId } = placed(await shop.visitor().buy('pending-then-declined'));
    const ours = (await paymentInBooks(shop, orderId))?.id ?? '';
    // Simulates that the answer with the payment id was lost.
    await shop.db`update payments set provider_payment_id = null, state = 'sent' where order_id = ${orderId}`;
    await decline(orderId, ours);
    expect(await orderState(shop.db, orderId)).toBe('refused');
    expect(await attemptsOf(shop.db, orderId)).toMatchObject([{ providerPaymentId: ours, state: 'refused' }]);
  });

  it('[ORD-15] at a provider without look-up a decline refuses an unanswered attempt, and a late payment still delivers the order', async () => {
    await shop.control('adyen/webhooks', { hold: true });
    const card = await sealedCard(shop, 'error-after-charge');
    const { orderId } = placed(await payByAdyen(shop.visitor(), card));
    const refused = {
      provider: ADYEN,
      providerPaymentId: 'OTHER',
      outcome: 'balance',
      code: '12',
    } as const;
    await refuseOrder(shop.app.context, orderId, refused);
    expect(await orderState(shop.db, orderId)).toBe('refused');
    const [ours] = await adyenPayments(shop, orderId);
    const money = { currency: 'USD', minorUnits: ours?.captured ?? 0 };
    const paid = { provider: ADYEN, providerPaymentId: ours?.id ?? '', money, card: null, paidWith: null };
    expect(await takeMoney(shop.app.context, orderId, { kind: 'paid', ...paid })).toMatchObject({
      outcome: 'taken',
    });
    await becomes(shop, orderId, 'delivered');
    expect(await alertKinds(shop, orderId)).toEqual(['late-confirmation']);
  });
});
