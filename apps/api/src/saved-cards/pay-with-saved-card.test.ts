import { randomUUID } from 'node:crypto';
import {
  createCoinPay,
  ERROR_CATALOGUE,
  readCardOfOrder,
  readOrderFailure,
  submitPaymentToken,
} from '@jawhara/contract';
import { ADYEN_CARD, type CardExpiry, type CardSourceId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  cardPayer,
  cardsOf,
  firstCard,
  payAgain,
  placed,
  rememberCard,
  sessionOf,
  updateCard,
  yearsLater,
} from '../test/card-payer.ts';
import { payByAdyen, sealedCard, sealedCvv } from '../test/adyen-payer.ts';
import { bannedAccount, payFine } from '../test/fine-payer.ts';
import { dropInCard, payByPayermax } from '../test/payermax-payer.ts';
import { balanceOf, openShop, orderState, type Shop } from '../test/shop.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

const TRIES_PER_HOUR = 5;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { CARD_EXPIRY_TRIES_PER_HOUR: String(TRIES_PER_HOUR) } });
});
afterAll(() => shop.close());

describe('paying with a saved card', () => {
  it('[ORD-01] a payer pays with a saved card and a CVV token, gets the gems, and still has one saved card', async () => {
    const { visitor, card } = await cardPayer(shop);
    const before = await balanceOf(shop.db, 1002);
    const cvvToken = await shop.cvvToken();
    const requestId = randomUUID();
    const { orderId, answer } = placed(await payAgain(shop, visitor, card.sourceId, { cvvToken, requestId }));
    expect(answer).toEqual({ kind: 'paid' });
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    expect(await balanceOf(shop.db, 1002)).toBe(before + 1060);
    expect((await visitor.call(readCardOfOrder, { orderId })).value?.card?.sourceId).toBe(card.sourceId);
    const [after, ...others] = await cardsOf(visitor);
    expect(others).toEqual([]);
    expect(after).toMatchObject({ sourceId: card.sourceId, recipientId: 1002 });
    expect(after?.lastUsedAt.getTime()).toBeGreaterThan(card.lastUsedAt.getTime());

    // The same request again is the same order; the same CVV token for another order is not accepted.
    expect(placed(await payAgain(shop, visitor, card.sourceId, { cvvToken, requestId })).orderId).toBe(
      orderId,
    );
    expect(placed(await payAgain(shop, visitor, card.sourceId, { cvvToken })).answer.kind).toBe('refused');
    expect((await payAgain(shop, visitor, card.sourceId, { requestId })).refusal).toBe('request-id-reused');
    expect((await payAgain(shop, visitor, card.sourceId, { requestId, cvvToken: null })).refusal).toBe(
      'request-id-reused',
    );
    expect(shop.log()).not.toContain(cvvToken);
  });

  it('[CRD-09] a payment with the saved card of another payer is refused as if the card did not exist', async () => {
    const { card } = await cardPayer(shop);
    const before = (await shop.books()).payments.length;
    const stranger = shop.visitor();
    expect((await payAgain(shop, stranger, card.sourceId)).refusal).toBe('card-not-found');
    expect((await payAgain(shop, stranger, 'src_nobodys' as CardSourceId)).refusal).toBe('card-not-found');
    expect(
      (await payAgain(shop, stranger, card.sourceId, { headers: await sessionOf(shop, 1004) })).refusal,
    ).toBe('card-not-found');
    expect((await shop.books()).payments).toHaveLength(before);
  });

  it('[EXP-10] a payment with the digits of a CVV is refused', async () => {
    const { visitor, card } = await cardPayer(shop);
    for (const secret of [{ cvv: '123' }, { cvv_token: '123' }]) {
      const response = await fetch(`${shop.apiUrl}${createCoinPay.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': randomUUID() },
        body: JSON.stringify({
          recharge_id: 'gems-1060',
          uid: 1001,
          pay_type: 23,
          source_id: card.sourceId,
          platform_data: JSON.stringify(secret),
        }),
      });
      expect(response.status).toBe(400);
    }
    expect(await cardsOf(visitor)).toHaveLength(1);
  });
});

describe('without a CVV', () => {
  const nothingPaid = async (pay: () => Promise<{ refusal: string | null }>, refusal: string) => {
    const orders = async () => (await shop.db`select from orders`).length;
    const before = await orders();
    expect((await pay()).refusal).toBe(refusal);
    expect(await orders()).toBe(before);
  };

  it('[EXP-05] a saved card of Checkout.com is refused without a CVV token, and no order is opened', async () => {
    const { visitor, card } = await cardPayer(shop);
    await nothingPaid(() => payAgain(shop, visitor, card.sourceId, { cvvToken: null }), 'cvv-missing');
    expect(placed(await payAgain(shop, visitor, card.sourceId)).answer).toEqual({ kind: 'paid' });
  });

  it('[EXP-05] a saved card is refused when the CVV token is missing or null in the request', async () => {
    const visitor = shop.visitor();
    const { orderId } = placed(await visitor.buy('approve'));
    const card = await rememberCard(visitor, orderId);
    for (const data of ['{}', '{"cvv_token":null}']) {
      const { refusal, status } = await visitor.send(createCoinPay.path, {
        recharge_id: 'gems-1060',
        uid: 1002,
        pay_type: 23,
        source_id: card.sourceId,
        platform_data: data,
      });
      expect([refusal, status]).toEqual(data === '{}' ? ['cvv-missing', 200] : ['malformed', 400]);
    }
  });

  it('[EXP-05] a saved card of Adyen is refused without a CVV, also for an order that another provider has left unpaid', async () => {
    const visitor = shop.visitor();
    const { orderId } = placed(await payByAdyen(visitor, await sealedCard(shop, 'approve')));
    const { sourceId } = await rememberCard(visitor, orderId);
    await nothingPaid(() => payByAdyen(visitor, { sourceId, cvvToken: null }), 'cvv-missing');
    await shop.control('api', { failRate: 1 });
    const open = placed(await visitor.buy('approve'));
    await shop.control('api', { failRate: 0 });
    const again = { orderId: open.orderId, payType: ADYEN_CARD, card: { sourceId, cvvToken: null } };
    await nothingPaid(() => visitor.call(submitPaymentToken, again), 'cvv-missing');
    expect(placed(await payByAdyen(visitor, { sourceId, cvvToken: await sealedCvv(shop) })).answer).toEqual({
      kind: 'paid',
    });
  });

  it('[EXP-05] a fine cannot be paid with a saved card without a CVV token', async () => {
    const { id } = await bannedAccount(shop.db);
    const { visitor, card } = await cardPayer(shop);
    const pays = { sourceId: card.sourceId, cvvToken: null };
    await nothingPaid(() => payFine(shop, visitor, id, { card: pays }), 'cvv-missing');
  });

  it('[EXP-05] a saved card of PayerMax, which needs no CVV, pays without one', async () => {
    const visitor = shop.visitor();
    placed(await payByPayermax(visitor, await dropInCard(shop, visitor, 'approve')));
    const { sourceId } = await firstCard(visitor);
    expect(placed(await payByPayermax(visitor, { sourceId, cvvToken: null })).answer).toEqual({
      kind: 'paid',
    });
  });

  it('[EXP-03] an expired saved card is refused, with or without a CVV token', async () => {
    const { visitor, card } = await cardPayer(shop);
    await shop.db`update saved_cards set expiry = '01/24' where source_id = ${card.sourceId}`;
    await nothingPaid(() => payAgain(shop, visitor, card.sourceId), 'card-expired');
    await nothingPaid(() => payAgain(shop, visitor, card.sourceId, { cvvToken: null }), 'card-expired');
  });
});

describe('a card that expired at the bank', () => {
  it('[EXP-09] a saved card that the bank calls expired is refused until its payer enters a valid date', async () => {
    const { visitor, card } = await cardPayer(shop, 'expires-when-kept');
    const refused = placed(await payAgain(shop, visitor, card.sourceId));
    expect(refused.answer).toEqual({ kind: 'refused', outcome: 'expire' });
    expect((await visitor.call(readOrderFailure, { orderId: refused.orderId })).value?.code).toBe('20054');
    expect((await firstCard(visitor)).isExpiredByBank).toBe(true);

    // Until its date is changed, the server refuses the card without asking the bank, as the site does.
    expect((await payAgain(shop, visitor, card.sourceId)).refusal).toBe('card-expired');

    const past = await updateCard(visitor, card.sourceId, { expiry: '10/26' as CardExpiry });
    expect(past.refusal).toBe('card-not-updated');
    expect(ERROR_CATALOGUE['card-not-updated'].result).toBe(31073);
    expect((await firstCard(visitor)).expiry).toBe(card.expiry);

    const expiry = yearsLater(card.expiry, 3);
    expect((await updateCard(visitor, card.sourceId, { expiry })).refusal).toBeNull();
    expect(await firstCard(visitor)).toMatchObject({ expiry, isExpiredByBank: false, isRemembered: true });
    expect(placed(await payAgain(shop, visitor, card.sourceId)).answer).toEqual({ kind: 'paid' });
  });

  it('a late webhook about a decline before the date was updated does not mark the saved card as expired', async () => {
    const { visitor, card } = await cardPayer(shop, 'expires-when-kept');
    await shop.control('webhooks', { hold: true });
    const { orderId } = placed(await payAgain(shop, visitor, card.sourceId));
    await updateCard(visitor, card.sourceId, { expiry: yearsLater(card.expiry, 1) });
    await shop.control('webhooks', { hold: false });
    await shop.control('webhooks/flush', {});
    await vi.waitFor(
      async () =>
        expect(
          await shop.db`select from notifications where order_id = ${orderId} and processed_at is not null`,
        ).toHaveLength(1),
      { timeout: PATIENCE_MS, interval: 50 },
    );
    expect((await firstCard(visitor)).isExpiredByBank).toBe(false);
  });

  it('[ORD-09] a saved card keeps its old date when its provider does not accept the new one', async () => {
    const { visitor, card } = await cardPayer(shop);
    await shop.control('api', { failRate: 1 });
    const expiry = yearsLater(card.expiry, 1);
    expect((await updateCard(visitor, card.sourceId, { expiry })).refusal).toBe('card-not-updated');
    await shop.control('api', { failRate: 0 });
    expect(await firstCard(visitor)).toEqual(card);
  });

  it('changes of a saved card’s date are limited per hour', async () => {
    const { visitor, card } = await cardPayer(shop);
    for (let years = 1; years <= TRIES_PER_HOUR; years += 1)
      expect(
        (await updateCard(visitor, card.sourceId, { expiry: yearsLater(card.expiry, years) })).refusal,
      ).toBeNull();
    const more = await updateCard(visitor, card.sourceId, { expiry: yearsLater(card.expiry, 9) });
    expect(more).toMatchObject({ refusal: 'too-many-tries', status: 429 });
    expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(0);
    // The limit counts changed dates, and this changes none.
    expect((await updateCard(visitor, card.sourceId, { remember: 'remember-ar-1' })).refusal).toBeNull();
  });
});
