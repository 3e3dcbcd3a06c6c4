import { randomUUID } from 'node:crypto';
import {
  createCoinPay,
  deleteSavedCard,
  ERROR_CATALOGUE,
  readCardOfOrder,
  readOrderFailure,
} from '@jawhara/contract';
import type { CardExpiry, CardSourceId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  cardPayer,
  cardsOf,
  firstCard,
  payAgain,
  placed,
  sessionOf,
  updateCard,
  yearsLater,
} from '../test/card-payer.ts';
import { balanceOf, openShop, orderState, type Shop } from '../test/shop.ts';

const TRIES_PER_HOUR = 5;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { CARD_EXPIRY_TRIES_PER_HOUR: String(TRIES_PER_HOUR) } });
});
afterAll(() => shop.close());

describe('paying again', () => {
  it('[ORD-01] with a saved card and a token of its CVV: paid, credited, one card', async () => {
    const { visitor, card } = await cardPayer(shop);
    const before = await balanceOf(shop.db, 1002);
    const cvvToken = await shop.cvvToken();
    const requestId = randomUUID();
    const { orderId, answer } = placed(await payAgain(visitor, card.sourceId, { cvvToken, requestId }));
    expect(answer).toEqual({ kind: 'paid' });
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    expect(await balanceOf(shop.db, 1002)).toBe(before + 1060);
    expect((await visitor.call(readCardOfOrder, { orderId })).value?.sourceId).toBe(card.sourceId);
    const [after, ...others] = await cardsOf(visitor);
    expect(others).toEqual([]);
    expect(after).toMatchObject({ sourceId: card.sourceId, recipientId: 1002 });
    expect(after?.lastUsedAt.getTime()).toBeGreaterThan(card.lastUsedAt.getTime());

    // The same request again is the same order; the same CVV token for another order is not accepted.
    expect(placed(await payAgain(visitor, card.sourceId, { cvvToken, requestId })).orderId).toBe(orderId);
    expect(placed(await payAgain(visitor, card.sourceId, { cvvToken })).answer.kind).toBe('refused');
    expect((await payAgain(visitor, card.sourceId, { requestId })).refusal).toBe('request-id-reused');
    expect(shop.log()).not.toContain(cvvToken);
  });

  it('[CRD-09] with another’s card is refused as if it did not exist, and nothing is charged', async () => {
    const { card } = await cardPayer(shop);
    const before = (await shop.books()).payments.length;
    const stranger = shop.visitor();
    expect((await payAgain(stranger, card.sourceId)).refusal).toBe('card-not-found');
    expect((await payAgain(stranger, 'src_nobodys' as CardSourceId)).refusal).toBe('card-not-found');
    expect((await payAgain(stranger, card.sourceId, { headers: await sessionOf(shop, 1004) })).refusal).toBe(
      'card-not-found',
    );
    expect((await shop.books()).payments).toHaveLength(before);
  });

  it('[EXP-10] with the digits of a CVV is refused at the door', async () => {
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

describe('a card that expired at the bank', () => {
  it('[EXP-09] says so, and pays again once its payer has typed a date that can be', async () => {
    const { visitor, card } = await cardPayer(shop, 'expires-when-kept');
    const refused = placed(await payAgain(visitor, card.sourceId));
    expect(refused.answer).toEqual({ kind: 'refused', outcome: 'expire' });
    expect((await visitor.call(readOrderFailure, { orderId: refused.orderId })).value?.code).toBe('20054');
    expect((await firstCard(visitor)).isExpiredByBank).toBe(true);

    const past = await updateCard(visitor, card.sourceId, { expiry: '10/26' as CardExpiry });
    expect(past.refusal).toBe('card-not-updated');
    expect(ERROR_CATALOGUE['card-not-updated'].result).toBe(31073);
    expect((await firstCard(visitor)).expiry).toBe(card.expiry);

    const expiry = yearsLater(card.expiry, 3);
    expect((await updateCard(visitor, card.sourceId, { expiry, isRemembered: true })).refusal).toBeNull();
    expect(await firstCard(visitor)).toMatchObject({ expiry, isExpiredByBank: false, isRemembered: true });
    expect(placed(await payAgain(visitor, card.sourceId)).answer).toEqual({ kind: 'paid' });
  });

  it('a late repetition of the refusal does not undo the new date', async () => {
    const { visitor, card } = await cardPayer(shop, 'expires-when-kept');
    await shop.control('webhooks', { hold: true });
    const { orderId } = placed(await payAgain(visitor, card.sourceId));
    await updateCard(visitor, card.sourceId, { expiry: yearsLater(card.expiry, 1) });
    await shop.control('webhooks', { hold: false });
    await shop.control('webhooks/flush', {});
    await vi.waitFor(
      async () =>
        expect(
          await shop.db`select from notifications where order_id = ${orderId} and processed_at is not null`,
        ).toHaveLength(1),
      { timeout: 10_000, interval: 50 },
    );
    expect((await firstCard(visitor)).isExpiredByBank).toBe(false);
  });

  it('[ORD-09] keeps its old date when the provider cannot be told', async () => {
    const { visitor, card } = await cardPayer(shop);
    await shop.control('api', { failRate: 1 });
    const expiry = yearsLater(card.expiry, 1);
    expect((await updateCard(visitor, card.sourceId, { expiry, isRemembered: true })).refusal).toBe(
      'card-not-updated',
    );
    const gone = await visitor.call(deleteSavedCard, { fingerprint: card.fingerprint });
    expect(gone.refusal).toBe('card-not-updated');
    await shop.control('api', { failRate: 0 });
    expect(await firstCard(visitor)).toEqual(card);
  });

  it('is not a way to try dates until one fits', async () => {
    const { visitor, card } = await cardPayer(shop);
    for (let years = 1; years <= TRIES_PER_HOUR; years += 1)
      expect(
        (await updateCard(visitor, card.sourceId, { expiry: yearsLater(card.expiry, years) })).refusal,
      ).toBeNull();
    const more = await updateCard(visitor, card.sourceId, { expiry: yearsLater(card.expiry, 9) });
    expect(more).toMatchObject({ refusal: 'too-many-tries', status: 429 });
    expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(0);
    // The choice to be remembered is no try.
    expect((await updateCard(visitor, card.sourceId, { isRemembered: true })).refusal).toBeNull();
  });
});
