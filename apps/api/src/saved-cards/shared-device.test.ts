import {
  deleteSavedCard,
  forgetDevice,
  readCardOfOrder,
  readMyData,
  readOrderStatus,
} from '@jawhara/contract';
import type { CardExpiry } from '@jawhara/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MovingBrowser, present } from '../device-transfer/test/moving-browser.ts';
import {
  findPendingCard,
  cardPayer,
  cardsOf,
  payAgain,
  placed,
  rememberCard,
  sessionOf,
  updateCard,
} from '../test/card-payer.ts';
import { isSavedAtProvider } from '../test/cards-at-provider.ts';
import { openShop, type Shop } from '../test/shop.ts';

const HOST = { host: 'pay.example' };
const BACKUP = { host: 'pay2.example' };
const YES = { remember: 'remember-ar-1' } as const;

let shop: Shop;
let first: Record<string, string>;
let second: Record<string, string>;
beforeAll(async () => {
  const domains = { [HOST.host]: [BACKUP.host] };
  shop = await openShop({
    env: { SITE_URL: 'http://pay.example', BACKUP_DOMAINS: JSON.stringify(domains) },
  });
  first = await sessionOf(shop, 1004);
  second = await sessionOf(shop, 1005);
});
afterAll(() => shop.close());
// The sandbox has one visa card: without this an account would still have it saved by an earlier test.
beforeEach(() => shop.db`delete from saved_cards`);

/** Account 1004 pays on a phone and agrees to save the card. Others then use the same phone. */
async function sharedPhone() {
  const phone = shop.visitor();
  const { orderId } = placed(await phone.buy('approve', { headers: first }));
  return { phone, orderId, card: await rememberCard(phone, orderId, first) };
}

/** Others on the same phone: a visitor who is not signed in, and account 1005. */
const others = () => [{}, second];

describe('a card saved while signed in, on a phone that others use too', () => {
  it('[CRD-09] an account’s saved card is not listed to others on its phone, and is listed on its other devices', async () => {
    const { phone, card } = await sharedPhone();
    for (const headers of others()) expect(await cardsOf(phone, headers)).toEqual([]);
    expect(await cardsOf(phone, first)).toContainEqual(card);
    expect(await cardsOf(shop.visitor(), first)).toContainEqual(card);
  });

  it('[CRD-09] others on the phone cannot charge, change or delete an account’s saved card by its source', async () => {
    const { phone, card } = await sharedPhone();
    const { sourceId, fingerprint } = card;
    for (const headers of others()) {
      expect((await payAgain(shop, phone, sourceId, { headers })).refusal).toBe('card-not-found');
      const expiry = '12/40' as CardExpiry;
      expect((await updateCard(phone, sourceId, { expiry }, headers)).refusal).toBe('card-not-found');
      expect((await updateCard(phone, sourceId, YES, headers)).refusal).toBe('card-question-closed');
      expect((await updateCard(phone, sourceId, { remember: 'no' }, headers)).refusal).toBeNull();
      expect((await phone.call(deleteSavedCard, { fingerprint }, headers)).refusal).toBe('card-not-found');
    }
    expect(await cardsOf(phone, first)).toContainEqual(card);
    await shop.forgetCards();
    expect(await isSavedAtProvider(shop, sourceId)).toBe(true);
  });

  it('[CRD-09] others on the phone cannot read an account’s saved card through its order', async () => {
    const { phone, card, orderId } = await sharedPhone();
    for (const headers of others()) {
      expect((await phone.call(readCardOfOrder, { orderId }, headers)).refusal).toBe('order-not-found');
      expect((await phone.call(readOrderStatus, { orderId }, headers)).refusal).toBe('order-not-found');
    }
    expect((await phone.call(readOrderStatus, { orderId }, first)).value?.sourceId).toBe(card.sourceId);
    expect((await phone.call(readCardOfOrder, { orderId }, first)).value?.card).toEqual(card);
  });

  it('[CRD-09] an account’s saved card is in the data export of that account alone', async () => {
    const { phone } = await sharedPhone();
    const savedCards = async (headers: Record<string, string>) =>
      (
        JSON.parse((await phone.call(readMyData, {}, headers)).value?.file ?? '{}') as {
          saved_cards: unknown[];
        }
      ).saved_cards;
    for (const headers of others()) expect(await savedCards(headers)).toEqual([]);
    expect(await savedCards(first)).not.toEqual([]);
  });

  it('[CRD-09] an account’s saved card is not available to others on another host of ours to which the phone has moved', async () => {
    const { phone, card } = await sharedPhone();
    const browser = new MovingBrowser(phone);
    const code = await browser.code(await browser.arm(HOST), BACKUP, 'http://pay.example');
    const there = shop.visitor();
    expect((await present(there, code, BACKUP)).refusal).toBeNull();
    for (const headers of others()) expect(await cardsOf(there, headers)).toEqual([]);
    expect((await payAgain(shop, there, card.sourceId)).refusal).toBe('card-not-found');
  });

  it('[CRD-09] a visitor types an account’s saved card and saves it too; the visitor’s deletion leaves the account’s card', async () => {
    const { phone, card } = await sharedPhone();
    const { orderId } = placed(await phone.buy('approve'));
    const theirs = await rememberCard(phone, orderId);
    expect(theirs.ownerId).toBeNull();
    expect(await cardsOf(phone)).toEqual([theirs]);
    expect((await phone.call(deleteSavedCard, { fingerprint: theirs.fingerprint })).refusal).toBeNull();
    expect(await cardsOf(phone, first)).toContainEqual(card);
    expect(placed(await payAgain(shop, phone, card.sourceId, { headers: first })).answer).toEqual({
      kind: 'paid',
    });
  });
});

describe('whether to save a card that paid while its payer was signed in', () => {
  it('[CRD-09] others on the phone can neither see nor answer an account’s question about saving a card', async () => {
    const phone = shop.visitor();
    const { orderId } = placed(await phone.buy('approve-mastercard', { headers: first }));
    const { sourceId, fingerprint } = await findPendingCard(phone, orderId, first);
    for (const headers of others()) {
      expect((await phone.call(readCardOfOrder, { orderId }, headers)).refusal).toBe('order-not-found');
      expect((await updateCard(phone, sourceId, YES, headers)).refusal).toBe('card-question-closed');
      await updateCard(phone, sourceId, { remember: 'no' }, headers);
      await phone.call(deleteSavedCard, { fingerprint }, headers);
    }
    expect((await rememberCard(phone, orderId, first)).ownerId).toBe(1004);
  });

  it('[CRD-09] an account’s question about saving a card stays open when a visitor clears the phone', async () => {
    const phone = shop.visitor();
    const { orderId } = placed(await phone.buy('approve', { headers: second }));
    const { sourceId } = await findPendingCard(phone, orderId, second);
    const rows = () => shop.db`select state from saved_cards where source_id = ${sourceId}`;
    await phone.call(forgetDevice, {});
    expect(await rows()).toHaveLength(1);
  });

  it('[CRD-10] an account’s open question about saving a card is closed when the account clears the phone', async () => {
    const phone = shop.visitor();
    const key = await sessionOf(shop, 1003);
    const { orderId } = placed(await phone.buy('approve', { headers: key }));
    const { sourceId } = await findPendingCard(phone, orderId, key);
    await phone.call(forgetDevice, {}, key);
    expect(await shop.db`select from saved_cards where source_id = ${sourceId}`).toHaveLength(0);
  });
});

describe('a card saved by a visitor', () => {
  it('[CRD-09] a visitor’s saved card is listed on its phone, also to signed-in accounts, and on no other device', async () => {
    const { visitor: phone, card } = await cardPayer(shop);
    const fresh = await sessionOf(shop, 1006);
    for (const headers of [{}, fresh]) expect(await cardsOf(phone, headers)).toEqual([card]);
    expect(await cardsOf(shop.visitor(), fresh)).toEqual([]);
  });

  it('[CRD-09] a visitor’s saved card typed again while signed in is, with consent, saved for the account too', async () => {
    const { visitor: phone, card } = await cardPayer(shop);
    const key = await sessionOf(shop, 1006);
    const { orderId } = placed(await phone.buy('approve', { headers: key }));
    const theirs = await findPendingCard(phone, orderId, key);
    expect((await updateCard(phone, theirs.sourceId, YES, key)).refusal).toBeNull();
    expect(await cardsOf(shop.visitor(), key)).toMatchObject([{ sourceId: theirs.sourceId, ownerId: 1006 }]);
    expect(await cardsOf(phone)).toEqual([card]);
  });
});
