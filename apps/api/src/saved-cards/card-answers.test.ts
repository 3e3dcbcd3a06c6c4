import { readCardOfOrder, submitPaymentToken } from '@jawhara/contract';
import { CHECKOUT_COM_CARD, type OrderId } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { payByAdyen, sealedCard } from '../test/adyen-payer.ts';
import {
  buyWithPendingCard,
  consentsOf,
  NO,
  openCardShop,
  YES,
  type CardShop,
} from '../test/pending-card-payer.ts';
import {
  findPendingCard,
  cardPayer,
  cardsOf,
  firstCard,
  payAgain,
  placed,
  rememberCard,
  sessionOf,
  updateCard,
} from '../test/card-payer.ts';
import { isSavedAtProvider, readCardsAtProvider } from '../test/cards-at-provider.ts';
import type { Shop } from '../test/shop.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

const MINUTE_MS = 60_000;

let shop: Shop;
let setLater: CardShop['setLater'];
let forgetAll: CardShop['forgetAll'];
beforeAll(async () => {
  ({ shop, setLater, forgetAll } = await openCardShop());
});
afterAll(() => shop.close());
afterEach(() => forgetAll());

async function afterForgetting(provider: 13 | 17): Promise<string[]> {
  await shop.forgetCards();
  return readCardsAtProvider(shop, provider);
}

describe('late, repeated and conflicting answers', () => {
  it('[CRD-10] consent to save a card counts within half an hour; afterwards the card is deleted at the provider', async () => {
    const early = await buyWithPendingCard(shop, 13);
    const late = await buyWithPendingCard(shop, 13);
    setLater(29 * MINUTE_MS);
    expect((await updateCard(early.visitor, early.card.sourceId, YES)).refusal).toBeNull();
    setLater(31 * MINUTE_MS);
    // The job has not closed the question yet, but the answer is refused as too late.
    expect((await updateCard(late.visitor, late.card.sourceId, YES)).refusal).toBe('card-question-closed');
    expect(await shop.forgetCards()).toMatchObject({ closed: 1, forgotten: 1 });
    expect([
      await isSavedAtProvider(shop, early.card.sourceId),
      await isSavedAtProvider(shop, late.card.sourceId),
    ]).toEqual([true, false]);
  });

  it('[CRD-10] consenting twice to save a card stores the first consent alone', async () => {
    const { visitor, orderId, card } = await buyWithPendingCard(shop, 13);
    await updateCard(visitor, card.sourceId, YES);
    const first = await consentsOf(shop, orderId);
    setLater(MINUTE_MS);
    const again = { remember: 'remember-without-cvv-ar-1' } as const;
    expect((await updateCard(visitor, card.sourceId, again)).refusal).toBeNull();
    expect(await consentsOf(shop, orderId)).toEqual(first);
  });

  it('[CRD-10] a payer’s "no" to saving a card is final, before or after a "yes", and deletes the card at the provider', async () => {
    const first = await buyWithPendingCard(shop, 13);
    await updateCard(first.visitor, first.card.sourceId, NO);
    expect((await updateCard(first.visitor, first.card.sourceId, YES)).refusal).toBe('card-question-closed');
    const second = await buyWithPendingCard(shop, 13);
    await updateCard(second.visitor, second.card.sourceId, YES);
    expect((await updateCard(second.visitor, second.card.sourceId, NO)).refusal).toBeNull();
    await shop.forgetCards();
    for (const { visitor, card } of [first, second]) {
      expect(await cardsOf(visitor)).toEqual([]);
      expect(await isSavedAtProvider(shop, card.sourceId)).toBe(false);
    }
  });

  it('[CRD-10] a "yes" and a "no" to saving a card sent at once end as "no", in the list and at the provider', async () => {
    const { visitor, card } = await buyWithPendingCard(shop, 13);
    const answers = [YES, NO, YES, NO, YES].map((answer) => updateCard(visitor, card.sourceId, answer));
    await Promise.all(answers);
    await shop.forgetCards();
    const isListed = (await cardsOf(visitor)).length === 1;
    expect(await isSavedAtProvider(shop, card.sourceId)).toBe(isListed);
    expect(isListed).toBe(false); // a refusal always wins over a consent
  });

  it('[CRD-09] [CRD-10] another device cannot answer whether to save a card, also not with an account', async () => {
    const headers = await sessionOf(shop, 1004);
    const visitor = shop.visitor();
    await visitor.call(readCardOfOrder, { orderId: '018f2f9e-0000-7000-8000-000000000001' as OrderId });
    const { orderId } = placed(await visitor.buy('approve'));
    const { sourceId } = await findPendingCard(visitor, orderId);
    for (const [other, more] of [
      [shop.visitor(), {}],
      [shop.visitor(), headers],
    ] as const) {
      expect((await updateCard(other, sourceId, YES, more)).refusal).toBe('card-question-closed');
      expect((await updateCard(other, sourceId, NO, more)).refusal).toBeNull();
      expect((await other.call(readCardOfOrder, { orderId }, more)).refusal).toBe('order-not-found');
    }
    expect((await rememberCard(visitor, orderId)).sourceId).toBe(sourceId);
  });

  it('[CRD-10] a card whose payment is reported half an hour late is not offered for saving, and is deleted at the provider', async () => {
    const visitor = shop.visitor();
    const before = await readCardsAtProvider(shop, 13);
    await shop.control('webhooks', { hold: true });
    const { orderId } = placed(await visitor.buy('pending-then-approved'));
    setLater(31 * MINUTE_MS);
    await shop.control('webhooks', { hold: false });
    await shop.control('webhooks/flush', {});
    await expect
      .poll(async () => (await visitor.call(readCardOfOrder, { orderId })).value, { timeout: PATIENCE_MS })
      .toMatchObject({ card: null, paidWith: { last4: '0222' } });
    await expect.poll(() => afterForgetting(13), { timeout: PATIENCE_MS }).toEqual(before);
  });
});

describe('a saved card that is typed again', () => {
  it('[CRD-06] [CRD-10] a saved card typed again stays saved under its newer provider id, and the older one is deleted at the provider', async () => {
    const { visitor, card } = await cardPayer(shop);
    const { orderId } = placed(await visitor.buy('approve'));
    const again = await firstCard(visitor);
    expect(again).toMatchObject({ fingerprint: card.fingerprint, isRemembered: true });
    expect(again.sourceId).not.toBe(card.sourceId);
    expect((await visitor.call(readCardOfOrder, { orderId })).value?.card).toEqual(again);
    await shop.forgetCards();
    expect([
      await isSavedAtProvider(shop, card.sourceId),
      await isSavedAtProvider(shop, again.sourceId),
    ]).toEqual([false, true]);
    expect(placed(await payAgain(shop, visitor, again.sourceId)).answer).toEqual({ kind: 'paid' });
  });

  it('[CRD-10] a saved card typed again whose provider id is unchanged stays saved at the provider', async () => {
    const { visitor, orderId } = await buyWithPendingCard(shop, 17);
    const card = await rememberCard(visitor, orderId);
    placed(await payByAdyen(visitor, await sealedCard(shop, 'approve')));
    expect((await firstCard(visitor)).sourceId).toBe(card.sourceId);
    await shop.forgetCards();
    expect(await isSavedAtProvider(shop, card.sourceId)).toBe(true);
  });

  it('[CRD-10] a signed-in payer types the device’s saved card and refuses to save it: the device’s card stays saved', async () => {
    const { visitor, card } = await cardPayer(shop);
    const headers = await sessionOf(shop, 1003);
    const { orderId } = placed(await visitor.buy('approve', { headers }));
    const pendingCard = await findPendingCard(visitor, orderId, headers);
    expect(pendingCard.sourceId).not.toBe(card.sourceId);
    await updateCard(visitor, pendingCard.sourceId, NO, headers);
    await shop.forgetCards();
    expect(await isSavedAtProvider(shop, pendingCard.sourceId)).toBe(false);
    expect((await cardsOf(visitor, headers)).map(({ sourceId }) => sourceId)).toEqual([card.sourceId]);
  });

  it('[CRD-10] a card typed twice within half an hour has one consent question, under its newest provider id', async () => {
    const { visitor, card: older } = await buyWithPendingCard(shop, 13);
    const { orderId } = placed(await visitor.buy('approve'));
    const newer = await findPendingCard(visitor, orderId);
    expect(newer.sourceId).not.toBe(older.sourceId);
    expect((await updateCard(visitor, older.sourceId, YES)).refusal).toBe('card-question-closed');
    await updateCard(visitor, newer.sourceId, YES);
    await shop.forgetCards();
    expect([
      await isSavedAtProvider(shop, older.sourceId),
      await isSavedAtProvider(shop, newer.sourceId),
    ]).toEqual([false, true]);
    expect(await consentsOf(shop, orderId)).toMatchObject([{ text: 'remember-ar-1' }]);
  });

  it('[CRD-10] a card that the payer refused to save and typed again before its deletion gets a new consent question', async () => {
    const { visitor, card } = await buyWithPendingCard(shop, 17);
    await updateCard(visitor, card.sourceId, NO);
    const { orderId } = placed(await payByAdyen(visitor, await sealedCard(shop, 'approve')));
    expect((await findPendingCard(visitor, orderId)).sourceId).toBe(card.sourceId);
    await shop.forgetCards();
    expect(await isSavedAtProvider(shop, card.sourceId)).toBe(true);
    await rememberCard(visitor, orderId);
  });
});

describe('a payment that does not count for its order', () => {
  it('[CRD-10] the card of a second payment that its order does not need is deleted at the provider', async () => {
    const visitor = shop.visitor();
    const before = await readCardsAtProvider(shop, 17);
    await shop.control('adyen/webhooks', { hold: true });
    const { orderId } = placed(await payByAdyen(visitor, await sealedCard(shop, 'error-after-charge')));
    const card = { token: await shop.token('approve'), keep: 'ask' } as const;
    const again = { orderId, payType: CHECKOUT_COM_CARD, card };
    expect(placed(await visitor.call(submitPaymentToken, again)).answer).toEqual({ kind: 'paid' });
    expect(await readCardsAtProvider(shop, 17)).toHaveLength(before.length + 1);
    await shop.control('adyen/webhooks', { hold: false });
    await shop.control('adyen/webhooks/flush', {});
    await expect.poll(() => afterForgetting(17), { timeout: PATIENCE_MS }).toEqual(before);
    expect((await findPendingCard(visitor, orderId)).sourceId).toMatch(/^src_/);
  });

  it('[CRD-10] the card of a payment with a wrong amount is not offered for saving, and deleted at the provider', async () => {
    const visitor = shop.visitor();
    const before = await readCardsAtProvider(shop, 13);
    const { orderId } = placed(await visitor.buy('wrong-amount'));
    expect((await visitor.call(readCardOfOrder, { orderId })).value?.card).toBeNull();
    await expect.poll(() => afterForgetting(13), { timeout: PATIENCE_MS }).toEqual(before);
  });
});
