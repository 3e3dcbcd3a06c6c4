import { randomUUID } from 'node:crypto';
import {
  deleteSavedCard,
  openCardSession,
  readOrder,
  readOrderFailure,
  submitAuthenticationResult,
} from '@jawhara/contract';
import type { OrderId, RechargeId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  findPendingCard,
  becomes,
  cardsOf,
  firstCard,
  placed,
  updateCard,
  yearsLater,
} from '../../test/card-payer.ts';
import {
  atHostedPage,
  dropInCard,
  payByPayermax,
  payermaxBooks,
  refundAtPayermax,
} from '../../test/payermax-payer.ts';
import { balanceOf, openShop, orderState, type Shop } from '../../test/shop.ts';
import { PATIENCE_MS } from '../../../../../tools/test/patience.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function paymentsFor(orderId: OrderId) {
  return (await payermaxBooks(shop)).payments.filter(({ reference }) => reference === orderId);
}

async function readWebhookCounts(): Promise<{ delivered: number; waiting: number }> {
  const answer = await fetch(`${shop.sandboxUrl}/_control/payermax/webhooks`);
  return ((await answer.json()) as { counts: { delivered: number; waiting: number } }).counts;
}

describe('a new card paid at PayerMax', () => {
  it('a new card at PayerMax pays an order once, the gems are credited, and its webhook is acknowledged', async () => {
    const buyer = shop.visitor();
    const before = await balanceOf(shop.db, 1001);
    const card = await dropInCard(shop, buyer, 'approve');
    const requestId = randomUUID();
    const { orderId, answer } = placed(await payByPayermax(buyer, card, { requestId }));
    expect(answer).toEqual({ kind: 'paid' });
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    expect(await balanceOf(shop.db, 1001)).toBe(before + 1060);
    expect(placed(await payByPayermax(buyer, card, { requestId })).orderId).toBe(orderId);
    expect(await paymentsFor(orderId)).toEqual([expect.objectContaining({ captured: 999 })]);
    // PayerMax repeats a webhook until our answer has the expected text.
    await vi.waitFor(async () => expect(await readWebhookCounts()).toMatchObject({ waiting: 0 }), {
      timeout: PATIENCE_MS,
    });
    expect((await readWebhookCounts()).delivered).toBeGreaterThan(0);
    const stored = await shop.db`select from notifications where order_id = ${orderId}`;
    expect(stored).toHaveLength(1);
    for (const secret of Object.values(card)) expect(shop.log()).not.toContain(secret);
  });

  it('a new card at PayerMax with insufficient funds is refused with the bank’s reason', async () => {
    const buyer = shop.visitor();
    const card = await dropInCard(shop, buyer, 'insufficient-funds');
    const { orderId, answer } = placed(await payByPayermax(buyer, card));
    expect(answer).toEqual({ kind: 'refused', outcome: 'balance' });
    expect((await buyer.call(readOrderFailure, { orderId })).value?.code).toBe('BALANCE_INSUFFICIENT');
  });

  it('a PayerMax card is checked by its bank in a frame, and the order is paid when the payer returns', async () => {
    const buyer = shop.visitor();
    const card = await dropInCard(shop, buyer, 'challenge');
    const { orderId, answer } = placed(await payByPayermax(buyer, card));
    expect(answer).toMatchObject({ kind: 'challenge', way: 'frame' });
    const back = await atHostedPage(shop, orderId, { answer: 'pay', bank: 'confirm' });
    expect(back.pathname).toBe('/bank-return.html');
    const proven = await buyer.call(submitAuthenticationResult, { orderId, proof: null });
    expect(proven.value?.answer).toEqual({ kind: 'paid' });
  });

  it('a PayerMax payment whose answer is lost is charged once, and the order is delivered', async () => {
    const buyer = shop.visitor();
    const card = await dropInCard(shop, buyer, 'error-after-charge');
    const { orderId } = placed(await payByPayermax(buyer, card));
    await becomes(shop, orderId, 'delivered');
    expect(await paymentsFor(orderId)).toEqual([expect.objectContaining({ captured: 999, refunded: 0 })]);
  });

  it('a payer’s PayerMax card that is not to be saved pays the order, and is not saved', async () => {
    const buyer = shop.visitor();
    const card = await dropInCard(shop, buyer, 'approve', false);
    expect(placed(await payByPayermax(buyer, card)).answer).toEqual({ kind: 'paid' });
    expect(await cardsOf(buyer)).toEqual([]);
  });

  it('a PayerMax card typed in another payer’s session is refused', async () => {
    const card = await dropInCard(shop, shop.visitor(), 'approve');
    expect(placed(await payByPayermax(shop.visitor(), card)).answer.kind).toBe('refused');
  });
});

describe('the hosted payment page of PayerMax', () => {
  it('an order paid on the PayerMax page is paid only when the look-up after the payer’s return confirms it', async () => {
    const buyer = shop.visitor();
    const { orderId, answer } = placed(await payByPayermax(buyer, { hostedPage: true, keep: 'ask' }));
    expect(answer).toMatchObject({ kind: 'challenge', way: 'page' });
    expect(await orderState(shop.db, orderId)).toBe('awaiting-payer');
    // A check in between must not lose the page's address.
    await shop.app.life.call('look', orderId, null, { idempotencyKey: randomUUID(), waitMsMax: 5_000 });
    const reopened = await buyer.call(readOrder, { orderId });
    expect({ kind: 'challenge', ...reopened.value?.challenge }).toEqual(answer);

    // The payer's return without a payment changes nothing.
    const early = await buyer.call(submitAuthenticationResult, { orderId, proof: null });
    expect(early.value?.answer.kind).toBe('challenge');
    const back = await atHostedPage(shop, orderId, { answer: 'pay', scenario: 'approve', save: true });
    expect(back.pathname).toBe('/recharge-list');
    expect(back.searchParams.get('zp_orderid')).toBe(orderId);
    const proven = await buyer.call(submitAuthenticationResult, { orderId, proof: null });
    expect(proven.value?.answer).toEqual({ kind: 'paid' });
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    // The payer agreed on PayerMax's page. That page does not report the answer, so our site asks again.
    expect(await cardsOf(buyer)).toEqual([]);
    expect(await findPendingCard(buyer, orderId)).toMatchObject({ scheme: 'visa', last4: '4242' });
  });

  it('an order whose payer cancels on the PayerMax page is refused as cancelled by the payer', async () => {
    const buyer = shop.visitor();
    const { orderId } = placed(await payByPayermax(buyer, { hostedPage: true }));
    await atHostedPage(shop, orderId, { answer: 'cancel' });
    await becomes(shop, orderId, 'refused');
    expect((await buyer.call(readOrderFailure, { orderId })).value).toEqual({
      outcome: 'other',
      code: 'CLOSED',
      reason: 'payer-cancelled',
    });
  });

  it('an order paid on the PayerMax page by a payer who never returns is delivered by the webhook alone', async () => {
    const { orderId } = placed(await payByPayermax(shop.visitor(), { hostedPage: true }));
    await atHostedPage(shop, orderId, { answer: 'pay', scenario: 'challenge', bank: 'confirm' });
    await becomes(shop, orderId, 'delivered');
  });
});

describe('a saved card at PayerMax', () => {
  async function keeper(scenario: 'approve' | 'expires-when-kept' = 'approve') {
    const visitor = shop.visitor();
    placed(await payByPayermax(visitor, await dropInCard(shop, visitor, scenario)));
    return { visitor, card: await firstCard(visitor) };
  }

  it('a saved PayerMax card pays again without a CVV, for its own payer only', async () => {
    const { visitor, card } = await keeper();
    expect(card.sourceId).toMatch(/^pmx_/);
    const again = { sourceId: card.sourceId, cvvToken: null };
    expect(placed(await payByPayermax(visitor, again)).answer).toEqual({ kind: 'paid' });
    expect(await cardsOf(visitor)).toHaveLength(1);
    expect((await payByPayermax(shop.visitor(), again)).refusal).toBe('card-not-found');
  });

  it('a saved PayerMax card that expired at its bank is marked expired, and its date cannot be updated', async () => {
    const { visitor, card } = await keeper('expires-when-kept');
    const again = { sourceId: card.sourceId, cvvToken: null };
    expect(placed(await payByPayermax(visitor, again)).answer).toEqual({
      kind: 'refused',
      outcome: 'expire',
    });
    expect((await firstCard(visitor)).isExpiredByBank).toBe(true);
    const updated = await updateCard(visitor, card.sourceId, { expiry: yearsLater(card.expiry, 1) });
    expect(updated.refusal).toBe('card-not-updated');
  });

  it('a saved PayerMax card that its payer deletes cannot pay any more, even by its old id', async () => {
    const { visitor, card } = await keeper();
    const [row] = await shop.db`select * from saved_cards where source_id = ${card.sourceId}`;
    const gone = await visitor.call(deleteSavedCard, { fingerprint: card.fingerprint });
    expect(gone.refusal).toBeNull();
    expect(await cardsOf(visitor)).toEqual([]);
    await shop.forgetCards();
    // Even with our row restored, the provider no longer accepts the card.
    await shop.db`insert into saved_cards ${shop.db(row ?? {})}`;
    const again = placed(await payByPayermax(visitor, { sourceId: card.sourceId, cvvToken: null }));
    expect(again.answer).toEqual({ kind: 'refused', outcome: 'other' });
  });
});

describe('refunds made at PayerMax', () => {
  it('a refund made at PayerMax takes the gems of its order back when its webhook comes', async () => {
    const buyer = shop.visitor();
    const before = await balanceOf(shop.db, 1002);
    const card = await dropInCard(shop, buyer, 'approve');
    const { orderId } = placed(await payByPayermax(buyer, card, { recipientId: 1002 }));
    expect(await balanceOf(shop.db, 1002)).toBe(before + 1060);
    await refundAtPayermax(shop, orderId);
    await becomes(shop, orderId, 'refunded');
    expect(await balanceOf(shop.db, 1002)).toBe(before);
  });
});

describe('a card session for the PayerMax card fields', () => {
  it('a card session is refused for a gem pack that is not sold, and while PayerMax does not answer', async () => {
    const buyer = shop.visitor();
    const ask = (rechargeId: string | null) =>
      buyer.call(openCardSession, { rechargeId: rechargeId as RechargeId | null });
    expect((await ask('gems-nobody')).refusal).toBe('pack-not-found');
    // This pack is sold only to signed-in payers.
    expect((await ask('gems-26000')).refusal).toBe('pack-not-found');
    expect((await ask(null)).value).toMatchObject({ clientKey: expect.any(String) });
    await shop.control('payermax/api', { failRate: 1 });
    expect(await ask('gems-1060')).toMatchObject({ refusal: 'payments-paused', status: 503 });
    await shop.control('payermax/api', { failRate: 0 });
  });

  it('a card session is refused for a gem pack that cannot be paid by this method', async () => {
    await shop.db`update gem_packs set pay_types = ${[23]} where recharge_id = 'gems-100'`;
    const { refusal } = await shop.visitor().call(openCardSession, { rechargeId: 'gems-100' as RechargeId });
    expect(refusal).toBe('pay-type-not-offered');
  });
});
