import { createCoinPay, listSavedCards, readSiteConfig } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedLastPayCard, storedLastPayType } from '../../host/stored-pay-method.ts';
import { storedChosenAmount } from '../../host/stored-purchase.ts';
import { card, newServer, type StepsServer } from './test/steps-server.ts';
import { chooseBoth, fakeOpening, fields, visit, type StepsPage } from './test/steps-shop.tsx';

vi.mock('../../checkout/card/open-card-fields.ts', () => fakeOpening);
// Longer than the page waits for anything: a failure is told by the test that failed, not by the next one.
vi.setConfig({ testTimeout: 20_000 });

let page: StepsPage | null = null;
const open = async (address: string, server: StepsServer): Promise<StepsPage> => {
  page = await visit(address, server);
  return page;
};
const stepNow = (): string | null => new URLSearchParams(location.search).get('step');
const onPage = (): [string, string | null] => [location.pathname, stepNow()];
const config = (more: Partial<StepsServer['config']>): StepsServer['config'] => ({
  ...newServer().config,
  ...more,
});

beforeEach(chooseBoth);
afterEach(() => {
  page?.close();
  page = null;
  vi.unstubAllGlobals();
});

describe('from the methods to a payment', () => {
  it('a visitor without cards types a new one', async () => {
    const shop = await open('/pay', newServer());
    expect(shop.find('method-new-card')?.getAttribute('aria-checked')).toBe('true');
    await shop.press('pay-now');
    expect(onPage()).toEqual(['/pay-step', 'card']);
    expect(await shop.opened()).toEqual(['card 13']);
    await shop.fill('card');
    await shop.press('confirm-payment');
    expect(shop.asked(createCoinPay.path)).toMatchObject([{ recharge_id: 'card_999', pay_type: 23 }]);
    expect((await shop.see('result')).dataset['outcome']).toBe('success');
  });

  it('a saved card asks for its CVV, and one press sends one order with that card', async () => {
    const shop = await open('/pay', newServer({ cards: [card('4242'), card('8210')] }));
    await shop.press('method-8210');
    await shop.press('pay-now');
    expect(onPage()).toEqual(['/pay-step', 'cvv']);
    expect((await shop.see('kept-card')).textContent).toContain('Visa •••• 8210');
    expect(await shop.opened()).toEqual(['cvv 13 src_8210']);
    await shop.fill('cvv');
    await shop.press('confirm-payment');
    const [order, ...others] = shop.asked(createCoinPay.path);
    expect(others).toEqual([]);
    expect(order).toMatchObject({ pay_type: 23, recharge_id: 'card_999', source_id: 'src_8210' });
  });

  it('Back asks; giving up goes back to the packs, with the same method chosen', async () => {
    const shop = await open('/pay', newServer({ cards: [card('4242'), card('8210')] }));
    await shop.press('method-8210');
    await shop.press('pay-now');
    await shop.see('kept-card');
    await shop.back();
    await shop.press('back-stay');
    expect(onPage()).toEqual(['/pay-step', 'cvv']);
    await shop.back();
    await shop.press('back-leave');
    expect((await shop.see('method-8210')).getAttribute('aria-checked')).toBe('true');
    expect(location.pathname).toBe('/pay');
  });

  it('pressed before the cards are there, pay goes on with the card used last', async () => {
    storedLastPayCard.write(card('8210').sourceId);
    const shop = await open('/pay-step?step=pay', newServer({ cards: [card('4242'), card('8210')] }));
    expect((await shop.see('kept-card')).textContent).toContain('8210');
  });

  it('HOME stands on a page of its own for whoever came from the list of packs', async () => {
    const shop = await open('/pay-step?step=home', newServer({ cards: [card('4242')] }));
    expect(shop.find('order-strip')).not.toBeNull();
    await shop.press('pay-now');
    await shop.see('kept-card');
    await shop.back();
    await shop.press('back-leave');
    await shop.see('pay-now');
    expect(onPage()).toEqual(['/pay-step', 'home']);
  });

  it('what the payer chose is what the next visit begins with', async () => {
    const server = newServer({ cards: [card('4242'), card('8210')] });
    const first = await open('/pay', server);
    expect(first.find('method-4242')?.getAttribute('aria-checked')).toBe('true');
    await first.press('method-8210');
    expect([storedLastPayCard.read(), storedLastPayType.read()]).toEqual(['src_8210', 23]);
    first.close();
    const second = await open('/pay', server);
    expect(second.find('method-8210')?.getAttribute('aria-checked')).toBe('true');
  });
});

describe('a reload lands on the same step', () => {
  it('of the same card, without the card in the address', async () => {
    const server = newServer({ cards: [card('4242'), card('8210')] });
    const first = await open('/pay', server);
    await first.press('method-8210');
    await first.press('method-4242');
    await first.press('all-cards');
    await first.press('method-8210');
    await first.press('confirm-card');
    await first.see('kept-card');
    const address = `${location.pathname}${location.search}`;
    expect(address).toBe('/pay-step?step=cvv');
    first.close();
    const again = await open(address, server);
    expect((await again.see('kept-card')).textContent).toContain('8210');
  });

  it('the list of cards; an empty one is the frame of a new card', async () => {
    const listed = await open('/pay-step?step=cards', newServer({ cards: [card('4242')] }));
    await listed.see('saved-cards');
    listed.close();
    const empty = await open('/pay-step?step=cards', newServer());
    await empty.see('card-fields');
    expect(stepNow()).toBe('card');
  });

  it('without a pack it leads to the packs', async () => {
    storedChosenAmount.forget();
    const shop = await open('/pay-step?step=card', newServer());
    expect(shop.find('confirm-payment')).toBeNull();
    expect(document.querySelector('a[href="/pay"]')).not.toBeNull();
  });
});

describe('who takes a new card', () => {
  const adyenForAll = { ratio: 100, whitelist: [] };

  it.each([
    ['provider 13 for everybody', {}, 13, 23],
    ['provider 17 for whom it is released', { adyenCard: adyenForAll }, 17, 27],
    ['not provider 17 without its fields', { adyenCard: adyenForAll, adyenFields: null }, 13, 23],
    ['provider 6 where 13 gives no answers', { failingProviders: [13] }, 6, 24],
    ['13 all the same without the fields of 6', { failingProviders: [13], payermaxFields: null }, 13, 23],
  ] as const)('%s', async (_title, more, provider, payType) => {
    const shop = await open('/pay', newServer({ config: config(more) }));
    await shop.press('pay-now');
    expect(await shop.opened()).toEqual([`card ${provider}`]);
    if (provider === 17) return; // its fields speak one by one
    await shop.fill('card');
    await shop.press('confirm-payment');
    expect(shop.asked(createCoinPay.path)).toMatchObject([{ pay_type: payType }]);
  });

  it('[CFG-06] is not provider 13 on a phone that cannot show its fields', async () => {
    const shop = await open(
      '/pay?platform=old-tv',
      newServer({ config: config({ cardHiddenPlatforms: ['Old-TV'] }) }),
    );
    await shop.press('pay-now');
    expect(await shop.opened()).toEqual(['card 6']);
  });

  it('is asked once more when the frame opens: who fell silent meanwhile is not shown', async () => {
    const server = newServer();
    const shop = await open('/pay', server);
    const before = shop.asked(readSiteConfig.path).length;
    server.config = config({ failingProviders: [13] });
    await shop.press('pay-now');
    expect(await shop.opened()).toEqual(['card 6']);
    expect(shop.asked(readSiteConfig.path).length).toBe(before + 1);
  });

  it('does not change under the hand that types', async () => {
    const server = newServer({ answer: { kind: 'refused', outcome: 'other' } });
    const shop = await open('/pay-step?step=card', server);
    await shop.fill('card');
    server.config = config({ adyenCard: adyenForAll });
    await shop.press('confirm-payment');
    await shop.see('result');
    expect(fields.opened).toEqual(['card 13']);
    expect(fields.card.isClosed()).toBe(false);
  });
});

describe('the cards cannot be read', () => {
  it('a new card pays, and reading again brings them', async () => {
    const server = newServer({ cards: [card('4242')], isCardListDown: true });
    const shop = await open('/pay', server);
    await shop.see('retry-cards');
    expect(shop.find('method-new-card')?.getAttribute('aria-checked')).toBe('true');
    server.isCardListDown = false;
    const before = shop.asked(listSavedCards.path).length;
    await shop.press('retry-cards');
    expect(shop.asked(listSavedCards.path).length).toBe(before + 1);
    await shop.see('method-4242');
    expect(shop.find('retry-cards')).toBeNull();
  });
});
