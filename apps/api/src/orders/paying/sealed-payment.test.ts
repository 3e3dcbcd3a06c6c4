import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { payByAdyen, sealedCard, sealedCvv } from '../../test/adyen-payer.ts';
import { becomes, firstCard, placed, rememberCard } from '../../test/card-payer.ts';
import { openShop, orderState, type Shop } from '../../test/shop.ts';
import { TEST_BROWSER } from '../../test/test-browser.ts';
import { discardSealedPayment, openSealedPayment, sealPayment, type PaymentInput } from './sealed-payment.ts';
import { sweepOrders } from '../follow-up/sweep-orders.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Everything that the engine has stored about an order, unchanged. */
async function journalOf(orderId: OrderId): Promise<string> {
  const query = `select j.raw from sys_journal j join sys_invocation i on i.id = j.id
    where i.target_service_key = '${orderId}'`;
  const answer = await fetch(`${inject('restateAdminUrl')}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { rows } = (await answer.json()) as { readonly rows: readonly { readonly raw: string }[] };
  return rows.map(({ raw }) => Buffer.from(raw, 'hex').toString('latin1')).join('\n');
}

const inHand = async () => (await shop.db`select from cards_in_hand`).length;

function expectNothingOf(secrets: readonly string[], journal: string): void {
  // This text must be there, which proves that we looked at the right place.
  expect(journal).toContain('cardKey');
  for (const secret of secrets) expect(journal).not.toContain(secret);
}

describe('what the engine’s journal holds of a payment', () => {
  it('the engine’s journal holds no card field, browser or address of a new card paid at Adyen', async () => {
    const card = await sealedCard(shop, 'approve');
    const { orderId } = placed(await payByAdyen(shop.visitor(), card));
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    const secrets = [...Object.values(card.encryptedCard), TEST_BROWSER.userAgent, '127.0.0.1'];
    expectNothingOf(secrets, await journalOf(orderId));
    expect(await inHand()).toBe(0);
  });

  it('the engine’s journal holds no card field of a refused card', async () => {
    const card = await sealedCard(shop, 'insufficient-funds');
    const { orderId } = placed(await payByAdyen(shop.visitor(), card));
    expectNothingOf(Object.values(card.encryptedCard), await journalOf(orderId));
    expect(await inHand()).toBe(0);
  });

  it('the engine’s journal holds no card token paid at Checkout.com', async () => {
    const token = await shop.token('approve');
    const { orderId } = placed(await shop.visitor().buy('approve', { token }));
    expectNothingOf([token], await journalOf(orderId));
    expect(await inHand()).toBe(0);
  });

  it('the engine’s journal holds no CVV typed for a saved card', async () => {
    const buyer = shop.visitor();
    const first = placed(await payByAdyen(buyer, await sealedCard(shop, 'approve')));
    await rememberCard(buyer, first.orderId);
    const { sourceId } = await firstCard(buyer);
    const cvvToken = await sealedCvv(shop);
    const { orderId } = placed(await payByAdyen(buyer, { sourceId, cvvToken }));
    expect(await orderState(shop.db, orderId)).toBe('delivered');
    expectNothingOf([cvvToken], await journalOf(orderId));
    expect(await inHand()).toBe(0);
  });
});

const paying = (token: string): PaymentInput => ({
  token,
  returnUrls: { frame: 'http://127.0.0.1/', page: 'http://127.0.0.1/' },
  payer: { reference: 'device-1', address: '192.0.2.7', locale: 'ar', browser: null },
});

describe('the sealed card of a payment in progress', () => {
  it('the sealed card of a payment can be read repeatedly until it is discarded', async () => {
    const { context } = shop.app;
    const held = await sealPayment(context, paying('tok_once'));
    expect(await openSealedPayment(context, held)).toEqual(paying('tok_once'));
    expect(await openSealedPayment(context, held)).toEqual(paying('tok_once'));
    await discardSealedPayment(context, held);
    expect(await openSealedPayment(context, held)).toBeNull();
    await discardSealedPayment(context, held);
  });

  it('a stored sealed card cannot be opened with the database alone, and does not open as the card of another order', async () => {
    const { context } = shop.app;
    const held = await sealPayment(context, paying('tok_secret'));
    const other = await sealPayment(context, paying('tok_other'));
    const [row] = await shop.db`select sealed from cards_in_hand where id = ${held.cardId}`;
    expect(Buffer.from(row?.['sealed'] as Uint8Array).toString('latin1')).not.toContain('tok_secret');
    expect(held.cardKey).not.toBe(other.cardKey);
    await shop.db`
      update cards_in_hand set sealed = (select sealed from cards_in_hand where id = ${held.cardId})
      where id = ${other.cardId}`;
    await expect(openSealedPayment(context, { ...held, cardId: other.cardId })).rejects.toThrow(
      'unable to authenticate',
    );
    await expect(openSealedPayment(context, { ...held, cardKey: other.cardKey })).rejects.toThrow(
      'unable to authenticate',
    );
    await discardSealedPayment(context, held);
    await discardSealedPayment(context, other);
  });

  it('a sealed card that no payment used is deleted after a quarter of an hour, and not earlier', async () => {
    const held = await sealPayment(shop.app.context, paying('tok_left'));
    const [row] = await shop.db<{ s: number }[]>`
      select round(extract(epoch from gone_after - now()))::int as s from cards_in_hand where id = ${held.cardId}`;
    expect(row?.s).toBeGreaterThan(14 * 60);
    expect(row?.s).toBeLessThanOrEqual(15 * 60);
    await sweepOrders(shop.app.context, shop.app.life);
    expect(await openSealedPayment(shop.app.context, held)).not.toBeNull();
    await shop.db`update cards_in_hand set gone_after = now() - interval '1 second' where id = ${held.cardId}`;
    await sweepOrders(shop.app.context, shop.app.life);
    expect(await openSealedPayment(shop.app.context, held)).toBeNull();
  });

  it('an order whose sealed card the database lost is not charged, and expires', async () => {
    await shop.db`
      create function lose_card() returns trigger language plpgsql as 'begin return null; end';
      create trigger lose_card before insert on cards_in_hand for each row execute function lose_card();`.simple();
    const { orderId, answer } = placed(await shop.visitor().buy('approve'));
    await shop.db`drop trigger lose_card on cards_in_hand`;
    expect(answer).toEqual({ kind: 'pending' });
    await shop.db`update orders set created_at = created_at - interval '31 minutes' where id = ${orderId}`;
    await becomes(shop, orderId, 'expired');
    const { payments } = await shop.books();
    expect(payments.filter(({ reference }) => reference === orderId)).toEqual([]);
  });
});
