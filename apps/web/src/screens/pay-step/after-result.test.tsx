import { createCoinPay, updateSavedCard } from '@jawhara/contract';
import { accountId, usdCents, type CardSourceId, type RefusalOutcome, type SavedCard } from '@jawhara/domain';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedLastOrderId } from '../../host/stored-last-order-id.ts';
import { storedLastPurchase } from '../../host/stored-last-purchase.ts';
import { storedChosenAmount } from '../../host/stored-purchase.ts';
import { rememberRecipient } from '../../host/stored-recipients.ts';
import { card, newServer, NOURA, type StepsServer } from './test/steps-server.ts';
import { chooseBoth, fakeOpening, fields, visit, type StepsPage } from './test/steps-shop.tsx';

vi.mock('../../checkout/card/open-card-fields.ts', () => fakeOpening);
// Longer than the page waits for anything: a failure is told by the test that failed, not by the next one.
vi.setConfig({ testTimeout: 20_000 });

let page: StepsPage | null = null;
const stepNow = (): string | null => new URLSearchParams(location.search).get('step');
const onPage = (): [string, string | null] => [location.pathname, stepNow()];

beforeEach(chooseBoth);
afterEach(() => {
  page?.close();
  page = null;
  vi.unstubAllGlobals();
});

/** Pays with the first saved card, or with a typed one where there is none. */
async function payAndSee(server: StepsServer, outcome: string): Promise<StepsPage> {
  page = await visit('/pay', server);
  await page.press('pay-now');
  await page.fill(server.cards.length > 0 ? 'cvv' : 'card');
  await page.press('confirm-payment');
  expect((await page.see('result')).dataset['outcome']).toBe(outcome);
  return page;
}
const refusing = (refusal: RefusalOutcome, cards: SavedCard[] = []): StepsServer =>
  newServer({ cards, refusal, answer: { kind: 'refused', outcome: refusal } });

describe('after a refusal', () => {
  it('[STP-08] B: verification failed with a saved card, and the same card asks for its CVV again', async () => {
    const server = refusing('verify', [card('4242'), card('8210')]);
    const shop = await payAndSee(server, 'verify');
    await shop.press('result-retry');
    expect((await shop.see('kept-card')).textContent).toContain('4242');
    server.answer = { kind: 'paid' };
    await shop.fill('cvv');
    await shop.press('confirm-payment');
    expect((await shop.see('result')).dataset['outcome']).toBe('success');
    expect(shop.asked(createCoinPay.path)).toHaveLength(2);
  });

  it('[STP-08] B: a card that needs no CVV is paid with at once', async () => {
    const kept = card('4242', { sourceId: 'pmx_kept' as CardSourceId });
    const server = refusing('verify', [kept]);
    const shop = await payAndSee(server, 'verify');
    server.answer = { kind: 'paid' };
    await shop.press('result-retry');
    expect((await shop.see('result')).dataset['outcome']).toBe('success');
    expect(shop.asked(createCoinPay.path)).toMatchObject([
      { source_id: 'pmx_kept', pay_type: 24 },
      { source_id: 'pmx_kept', pay_type: 24 },
    ]);
  });

  it('[STP-08] falls back to A with a card that was typed: its fields are as they were', async () => {
    const shop = await payAndSee(refusing('verify'), 'verify');
    await shop.press('result-retry');
    await shop.see('confirm-payment');
    expect(onPage()).toEqual(['/pay-step', 'card']);
    expect([fields.opened, fields.card.isClosed()]).toEqual([['card 13'], false]);
  });

  it('another card begins with empty fields; where one is saved, it is chosen', async () => {
    const typed = await payAndSee(refusing('other'), 'other');
    await typed.press('other-card');
    await typed.see('confirm-payment');
    expect(fields.card.isClosed()).toBe(true);
    typed.close();
    const saved = await payAndSee(refusing('other', [card('4242'), card('8210')]), 'other');
    await saved.press('other-card');
    expect((await saved.see('method-8210')).getAttribute('aria-checked')).toBe('true');
    expect(location.pathname).toBe('/pay');
  });

  it('another amount: the smaller pack is paid with the same card', async () => {
    const server = refusing('balance', [card('4242')]);
    const shop = await payAndSee(server, 'balance');
    await shop.press('result-retry-other-amount');
    await shop.see('kept-card');
    expect([stepNow(), storedChosenAmount.read()]).toEqual(['cvv', 499]);
    expect(shop.find('order-strip')?.textContent).toContain('$4.99');
    await shop.fill('cvv');
    await shop.press('confirm-payment');
    expect(shop.asked(createCoinPay.path).map((order) => order['recharge_id'])).toEqual([
      'card_999',
      'card_499',
    ]);
  });

  it('update and pay: the new date and the CVV of the card that the bank calls expired', async () => {
    const server = refusing('expire', [card('4242')]);
    const shop = await payAndSee(server, 'expire');
    await shop.press('result-update-and-pay');
    expect(stepNow()).toBe('expiry');
    server.answer = { kind: 'paid' };
    await shop.type('new-expiry', '12/49');
    await shop.fill('cvv');
    await shop.press('confirm-payment');
    expect((await shop.see('result')).dataset['outcome']).toBe('success');
    expect(shop.asked(updateSavedCard.path)).toHaveLength(1);
    expect(shop.asked(createCoinPay.path)).toHaveLength(2);
  });

  it('understood goes back to the packs', async () => {
    const shop = await payAndSee(refusing('other', [card('4242')]), 'other');
    await shop.press('result-understood');
    await shop.see('pay-now');
    expect(location.pathname).toBe('/pay');
  });
});

describe('once more after a success', () => {
  it('group A sees the packs with the same card chosen', async () => {
    const shop = await payAndSee(newServer({ cards: [card('4242')] }), 'success');
    await shop.press('result-repeat-same-amount');
    expect((await shop.see('method-4242')).getAttribute('aria-checked')).toBe('true');
    expect(location.pathname).toBe('/pay');
    expect(shop.asked(createCoinPay.path)).toHaveLength(1);
  });

  it('group B goes straight to the CVV, and pays nothing by the press alone', async () => {
    const server = newServer({ cards: [card('4242')] });
    server.config = { ...server.config, repurchaseRatio: 100 };
    const shop = await payAndSee(server, 'success');
    await shop.press('result-repeat-same-amount');
    expect((await shop.see('kept-card')).textContent).toContain('4242');
    expect(shop.asked(createCoinPay.path)).toHaveLength(1);
  });
});

describe('what the next visit may offer once more', () => {
  it('is whom and how much was paid for, and the card once it is told; choosing anew changes nothing', async () => {
    const cardOfOrder = card('0500', { isRemembered: false });
    const shop = await payAndSee(newServer({ cardOfOrder }), 'success');
    await shop.see('remember-yes');
    const paid = { amount: 999, recipient: NOURA, card: cardOfOrder.sourceId };
    expect(storedLastPurchase.read()).toEqual(paid);
    rememberRecipient({ ...NOURA, accountId: accountId(8) });
    storedChosenAmount.write(usdCents(499));
    await shop.press('remember-no');
    await shop.press('result-repeat-same-amount');
    expect(storedLastPurchase.read()).toEqual(paid);
  });

  it('is not a refused payment', async () => {
    await payAndSee(refusing('other'), 'other');
    expect(storedLastPurchase.read()).toBeNull();
  });

  it('is not the paid order of somebody else, which a link can show', async () => {
    const shop = await payAndSee(newServer(), 'success');
    const theirs = storedLastOrderId.read();
    await shop.press('result-repeat-same-amount');
    storedLastPurchase.forget();
    storedLastOrderId.forget();
    act(() => history.pushState(null, '', `/pay-step?order_id=${theirs}`));
    expect((await shop.see('result')).dataset['outcome']).toBe('success');
    await shop.settle();
    expect(storedLastPurchase.read()).toBeNull();
  });
});

it('a card remembered a moment ago is the one to pay with once more, before any list tells of it', async () => {
  const server = newServer({ cardOfOrder: card('0500', { isRemembered: false }) });
  const shop = await payAndSee(server, 'success');
  await shop.press('remember-yes');
  await shop.press('result-repeat-same-amount');
  expect((await shop.see('method-0500')).getAttribute('aria-checked')).toBe('true');
  await shop.press('pay-now');
  expect((await shop.see('kept-card')).textContent).toContain('0500');
});

it('a payment that came to nothing leaves the payer on the step where it was confirmed, with the reason', async () => {
  const server = newServer({ cards: [card('4242')] });
  page = await visit('/pay', server);
  await page.press('pay-now');
  await page.fill('cvv');
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url.startsWith(createCoinPay.path)
      ? Promise.resolve(new Response(JSON.stringify({ result: 22_004, message: 'closed', data: null })))
      : fetch(url, init),
  );
  await page.press('confirm-payment');
  expect(page.text()).toContain('closed');
  expect(onPage()).toEqual(['/pay-step', 'cvv']);
  expect(page.find('confirm-payment')?.getAttribute('aria-busy')).toBeNull();
});
