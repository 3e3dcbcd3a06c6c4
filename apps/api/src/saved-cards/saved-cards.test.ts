import { randomUUID } from 'node:crypto';
import {
  deleteSavedCard,
  ERROR_CATALOGUE,
  listSavedCards,
  readCardOfOrder,
  submitAuthenticationResult,
  submitPaymentToken,
  updateSavedCard,
} from '@jawhara/contract';
import {
  listedCards,
  providerOfSource,
  type CardExpiry,
  type CardFingerprint,
  type CardSourceId,
  type OrderId,
} from '@jawhara/domain';
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
} from '../test/card-payer.ts';
import { isSavedAtProvider } from '../test/cards-at-provider.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('the list of saved cards', () => {
  it('[CRD-01] [CRD-06] the list of saved cards has a card once its payer consented to saving it', async () => {
    const visitor = shop.visitor();
    const { orderId } = placed(await visitor.buy('approve'));
    expect(await cardsOf(visitor)).toEqual([]);
    const card = await rememberCard(visitor, orderId);
    expect(card).toEqual({
      sourceId: expect.stringMatching(/^src_/),
      fingerprint: expect.any(String),
      scheme: 'visa',
      last4: '4242',
      issuerCountry: 'SA',
      expiry: expect.stringMatching(/^12\/\d\d$/),
      isExpiredByBank: false,
      isRemembered: true,
      lastUsedAt: expect.any(Date),
      recipientId: 1001,
      ownerId: null,
    });
    expect(listedCards(await cardsOf(visitor), { isAll: false })).toEqual([card]);
  });

  it('[CRD-01] [CRD-03] [CRD-04] saved cards are listed by newest use, each card once, with ids of Checkout.com', async () => {
    const { visitor, card } = await cardPayer(shop);
    const { orderId } = placed(await visitor.buy('approve-mastercard'));
    await rememberCard(visitor, orderId);
    expect((await cardsOf(visitor)).map((one) => one.scheme)).toEqual(['mastercard', 'visa']);
    // The saved card was typed again: it moves to the top of the list and stays saved.
    placed(await visitor.buy('approve', { recipientId: 1003 }));
    const cards = await cardsOf(visitor);
    expect(cards.map((one) => one.scheme)).toEqual(['visa', 'mastercard']);
    expect(cards[0]).toMatchObject({ isRemembered: true, recipientId: 1003, fingerprint: card.fingerprint });
    for (const one of cards) expect(providerOfSource(one.sourceId)).toBe(13);
  });

  it('a declined card or one still in a challenge is not saved and not offered for saving', async () => {
    const visitor = shop.visitor();
    const read = async (scenario: 'insufficient-funds' | 'challenge') => {
      const { orderId } = placed(await visitor.buy(scenario));
      return (await visitor.call(readCardOfOrder, { orderId })).value;
    };
    expect(await read('challenge')).toEqual({ card: null, paidWith: null, refusedWith: null });
    // Its payer is shown which card it was: the scheme, the last four digits, and nothing else.
    const refusedWith = { scheme: 'visa', last4: '3670' };
    expect(await read('insufficient-funds')).toEqual({ card: null, paidWith: null, refusedWith });
    expect(await cardsOf(visitor)).toEqual([]);
  });

  it('[CRD-09] a declined card is shown to its payer alone, and its fingerprint is not stored', async () => {
    const { orderId } = placed(await shop.visitor().buy('do-not-honour'));
    expect((await shop.visitor().call(readCardOfOrder, { orderId })).refusal).toBe('order-not-found');
    const [row] = await shop.db<{ card_last4: string; card_fingerprint: string | null }[]>`
      select card_last4, card_fingerprint from payments where order_id = ${orderId}`;
    expect(row).toEqual({ card_last4: '9256', card_fingerprint: null });
  });

  it('[CRD-09] the calls about saved cards answer the last four digits of a card and no more, by GET and POST', async () => {
    const { visitor, orderId } = await cardPayer(shop);
    const texts = [
      await visitor.text(listSavedCards.path, 'POST'),
      await visitor.text(listSavedCards.path, 'GET'),
      await visitor.text(`${readCardOfOrder.path}?order_id=${orderId}`, 'GET'),
    ];
    for (const text of texts) {
      expect(text).toContain('"last4":"4242"');
      expect(text).toContain('"bin":""');
      expect(text).not.toContain('424242');
    }
    const [row] = await shop.db`select bin from saved_cards limit 1`;
    expect(row?.['bin']).toMatch(/^\d{6}$/);
    expect(await cardsOf(shop.visitor())).toEqual([]);
  });
});

describe('the card of an order', () => {
  it('[CRD-05] the card of an order is unknown during the challenge, and known once the order is paid', async () => {
    const visitor = shop.visitor();
    const { orderId, answer } = placed(await visitor.buy('challenge'));
    const read = () => visitor.call(readCardOfOrder, { orderId });
    expect(await read()).toMatchObject({ value: { card: null, paidWith: null }, refusal: null });
    await fetch((answer as { url: string }).url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ code: 'Checkout1!', answer: 'confirm' }),
    });
    await visitor.call(submitAuthenticationResult, { orderId, proof: null });
    await vi.waitFor(async () => expect((await read()).value?.card).toMatchObject({ last4: '0034' }), {
      timeout: PATIENCE_MS,
      interval: 50,
    });
  });

  it('[CRD-05] the card of an order is known from a webhook alone', async () => {
    const visitor = shop.visitor();
    const { orderId } = placed(await visitor.buy('pending-then-approved'));
    await vi.waitFor(
      async () => expect((await visitor.call(readCardOfOrder, { orderId })).value?.card?.last4).toBe('0222'),
      { timeout: PATIENCE_MS, interval: 50 },
    );
  });

  it('another device cannot read the card of an order, and an unknown order has no card', async () => {
    const { orderId } = await cardPayer(shop);
    expect((await shop.visitor().call(readCardOfOrder, { orderId })).refusal).toBe('order-not-found');
    const nothing = { orderId: randomUUID() as OrderId };
    expect((await shop.visitor().call(readCardOfOrder, nothing)).refusal).toBe('order-not-found');
  });
});

describe('deleting a saved card', () => {
  it('[CRD-07] a saved card is deleted by its fingerprint, in the shop and at the provider, and others stay', async () => {
    const { visitor, card, orderId } = await cardPayer(shop);
    await rememberCard(visitor, placed(await visitor.buy('approve-mastercard')).orderId);
    const { fingerprint } = card;
    expect((await visitor.call(deleteSavedCard, { fingerprint })).refusal).toBeNull();
    expect((await cardsOf(visitor)).map((one) => one.scheme)).toEqual(['mastercard']);
    expect((await visitor.call(readCardOfOrder, { orderId })).value).toEqual({
      card: null,
      paidWith: { scheme: 'visa', last4: '4242' },
      refusedWith: null,
    });
    expect((await payAgain(shop, visitor, card.sourceId)).refusal).toBe('card-not-found');
    expect((await visitor.call(deleteSavedCard, { fingerprint })).refusal).toBe('card-not-found');
    await shop.forgetCards();
    expect(await isSavedAtProvider(shop, card.sourceId)).toBe(false);
  });

  it('deleting a saved card does not delete it at the provider while another payer’s saved card has the same id there', async () => {
    const { visitor, card } = await cardPayer(shop);
    const other = await cardPayer(shop);
    // A provider may use the same id for a card that two payers saved.
    await shop.db`update saved_cards set source_id = ${card.sourceId} where source_id = ${other.card.sourceId}`;
    await visitor.call(deleteSavedCard, { fingerprint: card.fingerprint });
    await shop.forgetCards();
    expect(placed(await payAgain(shop, other.visitor, card.sourceId)).answer).toEqual({ kind: 'paid' });
  });

  it('a late webhook does not bring a deleted saved card back', async () => {
    await shop.control('webhooks', { hold: true });
    const { visitor, card, orderId } = await cardPayer(shop);
    await visitor.call(deleteSavedCard, { fingerprint: card.fingerprint });
    await shop.control('webhooks', { hold: false });
    await shop.control('webhooks/flush', {});
    await vi.waitFor(
      async () =>
        expect(
          await shop.db`select from notifications where order_id = ${orderId} and processed_at is not null`,
        ).toHaveLength(2),
      { timeout: PATIENCE_MS, interval: 50 },
    );
    expect(await cardsOf(visitor)).toEqual([]);
  });
});

describe('the owner of a saved card', () => {
  it('[CRD-09] another visitor can neither see nor change a saved card, nor learn whether it exists', async () => {
    const { visitor, card } = await cardPayer(shop);
    const stranger = shop.visitor();
    const foreign = await sessionOf(shop, 1003);
    expect(await cardsOf(stranger)).toEqual([]);
    expect(await cardsOf(stranger, foreign)).toEqual([]);
    for (const sourceId of [card.sourceId, 'src_nobodys' as CardSourceId]) {
      expect((await updateCard(stranger, sourceId, { remember: 'remember-ar-1' })).refusal).toBe(
        'card-question-closed',
      );
      expect((await updateCard(stranger, sourceId, { remember: 'no' })).refusal).toBeNull();
      expect((await updateCard(stranger, sourceId, { expiry: '12/40' as CardExpiry })).refusal).toBe(
        'card-not-found',
      );
    }
    for (const fingerprint of [card.fingerprint, 'NOBODYS' as CardFingerprint])
      expect((await stranger.call(deleteSavedCard, { fingerprint }, foreign)).refusal).toBe('card-not-found');
    expect(await firstCard(visitor)).toEqual(card);
  });

  it('[CRD-09] an account uses its saved card on every device where it is signed in, and on no other', async () => {
    const key = await sessionOf(shop, 1004);
    const first = shop.visitor();
    const { orderId } = placed(await first.buy('approve', { headers: key }));
    const card = await rememberCard(first, orderId, key);
    expect(card.ownerId).toBe(1004);
    const elsewhere = shop.visitor();
    expect(await cardsOf(elsewhere)).toEqual([]);
    expect(await cardsOf(elsewhere, key)).toEqual([card]);
    expect(placed(await payAgain(shop, elsewhere, card.sourceId, { headers: key })).answer).toEqual({
      kind: 'paid',
    });
    expect((await payAgain(shop, elsewhere, card.sourceId)).refusal).toBe('card-not-found');
  });
});

describe('malformed requests about saved cards', () => {
  it.each([
    [updateSavedCard.path, {}],
    [updateSavedCard.path, { source_id: 7, is_remember: true }],
    [updateSavedCard.path, { source_id: 'src_1234', card_valid_date: '99/99' }],
    [updateSavedCard.path, { source_id: 'src_1234', is_remember: 'perhaps' }],
    [updateSavedCard.path, { source_id: 'src_1234', is_remember: true }],
    [updateSavedCard.path, { source_id: 'src_1234', is_remember: true, consent_text: 'anything' }],
    [deleteSavedCard.path, {}],
    [deleteSavedCard.path, { fingerprint: ['a', 'b'] }],
    [submitPaymentToken.path, { order_id: 'no order' }],
    [listSavedCards.path, { h5_deviceid: 5 }],
  ])('a malformed request about saved cards is refused: %s with %j', async (path, body) => {
    const response = await fetch(`${shop.apiUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { result: number }).result).toBe(ERROR_CATALOGUE.malformed.result);
  });

  it('reading the card of an order without an order id is refused', async () => {
    expect((await fetch(`${shop.apiUrl}${readCardOfOrder.path}`)).status).toBe(400);
  });
});
