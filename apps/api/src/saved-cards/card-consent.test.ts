import { readCardOfOrder, readOrderStatus } from '@jawhara/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { takeMoney } from '../orders/paying/take-money.ts';
import { payByAdyen, sealedCard } from '../test/adyen-payer.ts';
import {
  buyWithPendingCard,
  consentsOf,
  NO,
  openCardShop,
  YES,
  type CardShop,
} from '../test/pending-card-payer.ts';
import { findPendingCard, cardsOf, firstCard, payAgain, placed, updateCard } from '../test/card-payer.ts';
import { isSavedAtProvider, readCardsAtProvider } from '../test/cards-at-provider.ts';
import { dropInCard, payByPayermax } from '../test/payermax-payer.ts';
import type { Shop, Visitor } from '../test/shop.ts';
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

describe.each([13, 17, 6] as const)('a card typed at provider %i', (provider) => {
  it('[CRD-10] a card awaiting its payer’s consent is in no list, cannot pay, and is hidden from other devices', async () => {
    const { visitor, orderId, card } = await buyWithPendingCard(shop, provider);
    expect(card.isRemembered).toBe(false);
    expect(await isSavedAtProvider(shop, card.sourceId)).toBe(true);
    expect(await cardsOf(visitor)).toEqual([]);
    expect((await visitor.call(readOrderStatus, { orderId })).value?.sourceId).toBeNull();
    const charge = { sourceId: card.sourceId, cvvToken: 'eyJ-sealed-cvv' };
    const charged = {
      13: () => payAgain(shop, visitor, card.sourceId),
      17: () => payByAdyen(visitor, charge),
      6: () => payByPayermax(visitor, charge),
    };
    expect((await charged[provider]()).refusal).toBe('card-not-found');
    expect((await updateCard(visitor, card.sourceId, { expiry: card.expiry })).refusal).toBe(
      'card-not-found',
    );
    expect((await shop.visitor().call(readCardOfOrder, { orderId })).refusal).toBe('order-not-found');
  });

  it('[CRD-06] [CRD-10] consent saves a card, and is stored with its text, order and time', async () => {
    const { visitor, orderId, card } = await buyWithPendingCard(shop, provider);
    expect(await consentsOf(shop, orderId)).toEqual([{ provider, text: null, at: null }]);
    expect((await updateCard(visitor, card.sourceId, YES)).refusal).toBeNull();
    expect(await cardsOf(visitor)).toEqual([{ ...card, isRemembered: true }]);
    const [consent] = await consentsOf(shop, orderId);
    expect(consent).toEqual({ provider, text: 'remember-ar-1', at: expect.any(Date) });
    const [row] = await shop.db`
      select state, consent_text, consented_at from saved_cards where source_id = ${card.sourceId}`;
    expect(row).toEqual({ state: 'kept', consent_text: 'remember-ar-1', consented_at: consent?.['at'] });
    setLater(31 * MINUTE_MS);
    expect(await shop.forgetCards()).toMatchObject({ closed: 0 });
    expect(await isSavedAtProvider(shop, card.sourceId)).toBe(true);
  });

  it('[CRD-10] a refusal to save deletes the card in the shop and at the provider', async () => {
    const { visitor, orderId, card } = await buyWithPendingCard(shop, provider);
    expect((await updateCard(visitor, card.sourceId, NO)).refusal).toBeNull();
    const left = await visitor.call(readCardOfOrder, { orderId });
    expect(left.value?.card).toBeNull();
    // The order still names the card that paid it.
    expect(left.value?.paidWith).toMatchObject({ scheme: 'visa', last4: '4242' });
    await shop.forgetCards();
    expect(await isSavedAtProvider(shop, card.sourceId)).toBe(false);
    expect(await shop.db`select from saved_cards where source_id = ${card.sourceId}`).toHaveLength(0);
    expect(await consentsOf(shop, orderId)).toEqual([{ provider, text: null, at: null }]);
  });

  it('[CRD-10] a card without an answer to its consent question is deleted after its time, also at the provider', async () => {
    const { visitor, orderId, card } = await buyWithPendingCard(shop, provider);
    // The provider's clock is real, so the test changes the question's end, not our clock.
    await shop.db`
      update saved_cards set asked_until = now() - interval '1 second' where source_id = ${card.sourceId}`;
    expect((await visitor.call(readCardOfOrder, { orderId })).value?.card).toBeNull();
    expect(await shop.forgetCards()).toMatchObject({ closed: 1, forgotten: 1 });
    expect(await isSavedAtProvider(shop, card.sourceId)).toBe(false);
    expect((await updateCard(visitor, card.sourceId, YES)).refusal).toBe('card-question-closed');
    expect(await cardsOf(visitor)).toEqual([]);
  });
});

describe('a card without a consent question', () => {
  it('[CRD-10] a card about which its payer is not asked is saved neither at Checkout.com nor at Adyen', async () => {
    for (const pay of [
      (visitor: Visitor) => visitor.buy('approve', { hasConsentQuestion: false }),
      async (visitor: Visitor) => {
        const { encryptedCard } = await sealedCard(shop, 'approve');
        return payByAdyen(visitor, { encryptedCard });
      },
    ]) {
      const visitor = shop.visitor();
      const before = [await readCardsAtProvider(shop, 13), await readCardsAtProvider(shop, 17)];
      const { orderId, answer } = placed(await pay(visitor));
      expect(answer).toEqual({ kind: 'paid' });
      expect([await readCardsAtProvider(shop, 13), await readCardsAtProvider(shop, 17)]).toEqual(before);
      expect((await visitor.call(readCardOfOrder, { orderId })).value).toEqual({
        card: null,
        paidWith: { scheme: 'visa', last4: '4242' },
        refusedWith: null,
      });
      expect(await consentsOf(shop, orderId)).toEqual([]);
    }
  });

  it('[CRD-10] PayerMax saves a card only if its payer ticked the box to save it', async () => {
    const visitor = shop.visitor();
    const before = await readCardsAtProvider(shop, 6);
    const { orderId } = placed(
      await payByPayermax(visitor, await dropInCard(shop, visitor, 'approve', false)),
    );
    expect(await readCardsAtProvider(shop, 6)).toEqual(before);
    expect(await cardsOf(visitor)).toEqual([]);
    expect(await consentsOf(shop, orderId)).toEqual([]);
  });

  it('[CRD-10] a card that a provider saved without a consent question is deleted at the provider', async () => {
    const visitor = shop.visitor();
    const { orderId } = placed(await visitor.buy('approve'));
    const { sourceId } = await findPendingCard(visitor, orderId);
    // As if the payer was never to be asked: the order has no question, and its next report is the first that contains the card.
    await shop.db`delete from card_questions where order_id = ${orderId}`;
    await shop.db`delete from saved_cards where source_id = ${sourceId}`;
    await shop.db`update orders set saved_card_id = null where id = ${orderId}`;
    const books = await shop.app.cards.providers.get(13).lookUp(orderId, null);
    if (books.kind !== 'paid') throw new Error(`not paid: ${books.kind}`);
    await takeMoney(shop.app.context, orderId, { ...books, provider: 13 });
    expect((await visitor.call(readCardOfOrder, { orderId })).value?.card).toBeNull();
    // A webhook about the same payment may hold the row's lock at first, so the deletion is tried repeatedly.
    const isStillThere = async () => {
      await shop.forgetCards();
      return isSavedAtProvider(shop, sourceId);
    };
    await expect.poll(isStillThere, { timeout: PATIENCE_MS }).toBe(false);
  });
});

describe('consent before the payment', () => {
  it('[CRD-06] [CRD-10] consent ticked in the card fields of PayerMax saves the card with the ticked text', async () => {
    const visitor = shop.visitor();
    const { orderId } = placed(await payByPayermax(visitor, await dropInCard(shop, visitor, 'approve')));
    const card = await firstCard(visitor);
    expect(card.isRemembered).toBe(true);
    expect((await visitor.call(readCardOfOrder, { orderId })).value?.card).toEqual(card);
    expect(await consentsOf(shop, orderId)).toEqual([
      { provider: 6, text: 'fields-ar-1', at: expect.any(Date) },
    ]);
    expect(await isSavedAtProvider(shop, card.sourceId)).toBe(true);
  });

  it('[CRD-10] a card ticked for saving is not saved when its payment is declined', async () => {
    const visitor = shop.visitor();
    const before = await readCardsAtProvider(shop, 6);
    placed(await payByPayermax(visitor, await dropInCard(shop, visitor, 'insufficient-funds')));
    expect(await cardsOf(visitor)).toEqual([]);
    expect(await readCardsAtProvider(shop, 6)).toEqual(before);
  });
});

describe('consent in the database', () => {
  it('[CRD-10] the database refuses a saved card without a consent, and an open consent question without an end time', async () => {
    const { card } = await buyWithPendingCard(shop, 13);
    const change = (set: string) =>
      shop.db.unsafe(`update saved_cards set ${set} where source_id = '${card.sourceId}'`);
    await expect(change(`state = 'kept', asked_until = null`)).rejects.toThrow(/only_with_consent/);
    await expect(change('asked_until = null')).rejects.toThrow(/only_with_consent/);
  });

  it('[CRD-10] a payer can still answer whether to save a card after a chargeback of its order', async () => {
    const { visitor, orderId, card } = await buyWithPendingCard(shop, 13);
    const [payment] = await shop.db`select provider_payment_id from payments where order_id = ${orderId}`;
    await shop.control('checkout-com/dispute', {
      paymentId: payment?.['provider_payment_id'],
      stage: 'opened',
    });
    await expect
      .poll(async () => (await shop.db`select state from orders where id = ${orderId}`)[0]?.['state'], {
        timeout: PATIENCE_MS,
      })
      .toBe('charged-back');
    expect((await updateCard(visitor, card.sourceId, YES)).refusal).toBeNull();
    // The payer wants the card saved, so it is saved. It cannot pay, because of its chargeback.
    expect((await payAgain(shop, visitor, card.sourceId)).refusal).toBe('payer-restricted');
    expect((await updateCard(visitor, card.sourceId, NO)).refusal).toBeNull();
  });
});
