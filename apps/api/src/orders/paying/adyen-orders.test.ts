import { createHmac, randomUUID } from 'node:crypto';
import {
  deleteSavedCard,
  readOrder,
  readOrderFailure,
  readOrderStatus,
  submitAuthenticationResult,
} from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  adyenPayments,
  answerBank,
  chargeBack,
  payByAdyen,
  sealedCard,
  sealedCvv,
} from '../../test/adyen-payer.ts';
import {
  findPendingCard,
  becomes,
  cardsOf,
  firstCard,
  placed,
  rememberCard,
  updateCard,
  yearsLater,
} from '../../test/card-payer.ts';
import { balanceOf, openShop, orderState, type Shop } from '../../test/shop.ts';
import { PATIENCE_MS } from '../../../../../tools/test/patience.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('a new card paid at Adyen', () => {
  it('[ORD-03] a new card at Adyen pays an order once, the gems are credited, and its sealed fields are in no log', async () => {
    const buyer = shop.visitor();
    const before = await balanceOf(shop.db, 1001);
    const card = await sealedCard(shop, 'approve');
    const requestId = randomUUID();
    const { orderId, answer } = placed(await payByAdyen(buyer, card, { requestId }));
    expect(answer).toEqual({ kind: 'paid' });
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    expect(await balanceOf(shop.db, 1001)).toBe(before + 1060);
    expect(placed(await payByAdyen(buyer, card, { requestId })).orderId).toBe(orderId);
    expect(await adyenPayments(shop, orderId)).toEqual([expect.objectContaining({ captured: 999 })]);
    await vi.waitFor(
      async () =>
        expect(
          await shop.db`select from notifications where order_id = ${orderId} and processed_at is not null`,
        ).toHaveLength(1),
      { timeout: PATIENCE_MS },
    );
    expect(await balanceOf(shop.db, 1001)).toBe(before + 1060);
    const { number, securityCode } = card.encryptedCard;
    for (const secret of [number, securityCode]) expect(shop.log()).not.toContain(secret);
  });

  it.each([
    ['expired-card', 'expire', '6'],
    ['failed-authentication', 'verify', '11'],
    ['insufficient-funds', 'balance', '12'],
    ['wrong-cvv', 'verify', '24'],
    ['do-not-honour', 'other', '2'],
  ] as const)(
    '[ORD-04] at Adyen the card "%s" is refused as %s with code %s',
    async (scenario, outcome, code) => {
      const buyer = shop.visitor();
      const before = await balanceOf(shop.db, 1001);
      const { orderId, answer } = placed(await payByAdyen(buyer, await sealedCard(shop, scenario)));
      expect(answer).toEqual({ kind: 'refused', outcome });
      expect((await buyer.call(readOrderFailure, { orderId })).value?.outcome).toBe(outcome);
      const [order] = await shop.db`select reason_code from orders where id = ${orderId}`;
      expect(order).toEqual({ reason_code: code });
      expect(await balanceOf(shop.db, 1001)).toBe(before);
    },
  );

  it('an Adyen payment whose answer is lost is charged once, and its webhook alone delivers the order', async () => {
    const { orderId } = placed(
      await payByAdyen(shop.visitor(), await sealedCard(shop, 'error-after-charge')),
    );
    await becomes(shop, orderId, 'delivered');
    expect(await adyenPayments(shop, orderId)).toEqual([
      expect.objectContaining({ captured: 999, refunded: 0 }),
    ]);
  });
});

describe('the bank’s check of an Adyen card', () => {
  const placeChallengedOrder = async (scenario: 'challenge' | 'challenge-redirect') => {
    const buyer = shop.visitor();
    const { orderId, answer } = placed(await payByAdyen(buyer, await sealedCard(shop, scenario)));
    return { buyer, orderId, answer };
  };

  it('[ORD-03] after a bank’s check inside the page, the browser submits its proof and the order is paid', async () => {
    const { buyer, orderId, answer } = await placeChallengedOrder('challenge');
    expect(answer).toMatchObject({ kind: 'challenge', way: 'native' });
    expect(await orderState(shop.db, orderId)).toBe('awaiting-payer');
    const reopened = await buyer.call(readOrder, { orderId });
    expect({ kind: 'challenge', ...reopened.value?.challenge }).toEqual(answer);

    // The payer's return without a proof changes nothing.
    const early = await buyer.call(submitAuthenticationResult, { orderId, proof: null });
    expect(early.value?.answer).toEqual(answer);
    const proof = await answerBank(shop, answer, true);
    const proven = await buyer.call(submitAuthenticationResult, { orderId, proof });
    expect(proven.value?.answer).toEqual({ kind: 'paid' });
    expect((await buyer.call(readOrderStatus, { orderId })).value).toMatchObject({ state: 'delivered' });
    expect(await findPendingCard(buyer, orderId)).toMatchObject({ scheme: 'visa' });
  });

  it('[ORD-03] after a bank’s check on the bank’s own page, the proof from that page is submitted and the order is paid', async () => {
    const { buyer, orderId, answer } = await placeChallengedOrder('challenge-redirect');
    expect(answer).toMatchObject({ kind: 'challenge', way: 'frame' });
    const proof = await answerBank(shop, answer, true);
    const proven = await buyer.call(submitAuthenticationResult, { orderId, proof });
    expect(proven.value?.answer).toEqual({ kind: 'paid' });
  });

  it('[ORD-04] a payer who fails the bank’s check at Adyen is refused as not verified, and nothing is charged', async () => {
    const { buyer, orderId, answer } = await placeChallengedOrder('challenge');
    const proof = await answerBank(shop, answer, false);
    const proven = await buyer.call(submitAuthenticationResult, { orderId, proof });
    expect(proven.value?.answer).toEqual({ kind: 'refused', outcome: 'verify' });
    expect(await adyenPayments(shop, orderId)).toEqual([expect.objectContaining({ captured: 0 })]);
  });

  it('[ORD-03] the proof of a bank’s check for one order does not pay another order', async () => {
    const first = await placeChallengedOrder('challenge');
    const second = await placeChallengedOrder('challenge');
    const proof = await answerBank(shop, first.answer, true);
    const tried = await second.buyer.call(submitAuthenticationResult, { orderId: second.orderId, proof });
    expect(tried.value?.answer.kind).toBe('challenge');
    expect(await orderState(shop.db, second.orderId)).toBe('awaiting-payer');
    // The proof pays its own order, although it was sent with the other one.
    await becomes(shop, first.orderId, 'delivered');
  });
});

describe('a saved card at Adyen', () => {
  async function keeper(scenario: 'approve' | 'expires-when-kept' = 'approve') {
    const visitor = shop.visitor();
    const { orderId } = placed(await payByAdyen(visitor, await sealedCard(shop, scenario)));
    return { visitor, card: await rememberCard(visitor, orderId) };
  }

  it('[CRD-03] a saved Adyen card has an id without a prefix, and pays again for its own payer only', async () => {
    const { visitor, card } = await keeper();
    expect(card.sourceId).toMatch(/^[A-Z0-9]{16}$/);
    const again = { sourceId: card.sourceId, cvvToken: await sealedCvv(shop) };
    const { orderId, answer } = placed(await payByAdyen(visitor, again));
    expect(answer).toEqual({ kind: 'paid' });
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    expect(await cardsOf(visitor)).toHaveLength(1);
    expect((await payByAdyen(shop.visitor(), again)).refusal).toBe('card-not-found');
    expect(shop.log()).not.toContain(again.cvvToken);
  });

  it('a saved Adyen card that expired at its bank is marked expired, and its date cannot be updated', async () => {
    const { visitor, card } = await keeper('expires-when-kept');
    const again = { sourceId: card.sourceId, cvvToken: await sealedCvv(shop) };
    expect(placed(await payByAdyen(visitor, again)).answer).toEqual({ kind: 'refused', outcome: 'expire' });
    expect((await firstCard(visitor)).isExpiredByBank).toBe(true);
    const updated = await updateCard(visitor, card.sourceId, { expiry: yearsLater(card.expiry, 1) });
    expect(updated.refusal).toBe('card-not-updated');
  });

  it('[CRD-07] a saved Adyen card that its payer deletes cannot pay any more, even by its old id', async () => {
    const { visitor, card } = await keeper();
    const [row] = await shop.db`select * from saved_cards where source_id = ${card.sourceId}`;
    const gone = await visitor.call(deleteSavedCard, { fingerprint: card.fingerprint });
    expect(gone.refusal).toBeNull();
    expect(await cardsOf(visitor)).toEqual([]);
    await shop.forgetCards();
    // Even with our row restored, the provider no longer accepts the card.
    await shop.db`insert into saved_cards ${shop.db(row ?? {})}`;
    const again = { sourceId: card.sourceId, cvvToken: await sealedCvv(shop) };
    expect(placed(await payByAdyen(visitor, again)).answer).toEqual({ kind: 'refused', outcome: 'other' });
  });
});

describe('webhooks of Adyen', () => {
  async function notify(item: object): Promise<number> {
    const answer = await fetch(`${shop.apiUrl}/webhooks/adyen/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        live: 'false',
        notificationItems: [{ NotificationRequestItem: item }],
      }),
    });
    return answer.status;
  }

  it('a chargeback webhook of Adyen takes the gems of its order back', async () => {
    const before = await balanceOf(shop.db, 1003);
    const buyer = shop.visitor();
    const card = await sealedCard(shop, 'approve');
    const { orderId } = placed(await payByAdyen(buyer, card, { recipientId: 1003 }));
    expect(await balanceOf(shop.db, 1003)).toBe(before + 1060);
    await chargeBack(shop, orderId);
    await becomes(shop, orderId, 'charged-back');
    expect(await balanceOf(shop.db, 1003)).toBe(before);
  });

  it('an Adyen webhook signed with another key is answered 401, not stored, and pays nothing', async () => {
    const { orderId } = placed(await payByAdyen(shop.visitor(), await sealedCard(shop, 'challenge')));
    const signed = `PSPFORGED::JawharaTest:${orderId}:999:USD:AUTHORISATION:true`;
    const item = {
      eventCode: 'AUTHORISATION',
      success: 'true',
      pspReference: 'PSPFORGED',
      merchantAccountCode: 'JawharaTest',
      merchantReference: orderId,
      amount: { value: 999, currency: 'USD' },
      additionalData: {
        hmacSignature: createHmac('sha256', Buffer.from('00'.repeat(32), 'hex'))
          .update(signed)
          .digest('base64'),
      },
    };
    expect(await notify(item)).toBe(401);
    expect(await shop.db`select from notifications where order_id = ${orderId}`).toEqual([]);
    expect(await orderState(shop.db, orderId)).toBe('awaiting-payer');
  });
});
