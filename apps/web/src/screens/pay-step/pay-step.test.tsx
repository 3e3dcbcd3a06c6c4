import { createCoinPay, listSavedCards, readSiteConfig } from '@jawhara/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storedLastPayCard, storedLastPayType, storedChosenAmount } from '../../browser/storage/purchase.ts';
import { screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { requestsTo } from '../../api/test/network.ts';
import { fieldsWithout } from '../../api/test/provider-fields.ts';
import { card, newServer, type StepsServer } from './test/steps-server.ts';
import {
  choose,
  chooseBoth,
  CONFIRM,
  fakeOpening,
  fields,
  fill,
  onPage,
  PAY,
  press,
  pressInSheet,
  pressPay,
  seeChosen,
  seeSavedCard,
  seeOpened,
  seeResult,
  stepNow,
  visit,
} from './test/steps-shop.tsx';

vi.mock('../../checkout/methods/card/open-card-fields.ts', () => fakeOpening);

const STAY = 'متابعة الدفع';
const LEAVE = 'رجوع';
const NEW_CARD = 'بطاقة جديدة';

const config = (more: Partial<StepsServer['config']>): StepsServer['config'] => ({
  ...newServer().config,
  ...more,
});
/** The arrow in the bar, which comes before whatever else leads back. */
const back = async () => {
  const [arrow] = (await screen.findAllByRole('button', { name: 'رجوع' })) as [HTMLElement];
  await userEvent.click(arrow);
};
const seeOrders = (orders: object[]) =>
  waitFor(() => expect(requestsTo(createCoinPay)).toMatchObject(orders));

beforeEach(chooseBoth);

describe('from the methods to a payment', () => {
  it('a payer without saved cards types a new card and pays', async () => {
    await visit('/pay', newServer());
    await seeChosen(NEW_CARD);
    await pressPay();
    await seeOpened('card 13');
    expect(onPage()).toEqual(['/pay-step', 'card']);
    await fill('card');
    await press(CONFIRM);
    await seeResult('success');
    expect(requestsTo(createCoinPay)).toMatchObject([{ recharge_id: 'card_999', pay_type: 23 }]);
  });

  it('a saved card asks for its CVV, and one press sends one order with that card', async () => {
    await visit('/pay', newServer({ cards: [card('4242'), card('8210')] }));
    await choose('8210');
    await press(PAY);
    await seeSavedCard('Visa ••••\u00A08210');
    expect(onPage()).toEqual(['/pay-step', 'cvv']);
    await seeOpened('cvv 13 src_8210');
    await fill('cvv');
    await press(CONFIRM);
    await seeResult('success');
    const [order, ...others] = requestsTo(createCoinPay);
    expect(others).toEqual([]);
    expect(order).toMatchObject({ pay_type: 23, recharge_id: 'card_999', source_id: 'src_8210' });
  });

  it('[NAV-07 in part] Back on the CVV step shows a confirmation; giving up leads to the packs with the same card selected', async () => {
    await visit('/pay', newServer({ cards: [card('4242'), card('8210')] }));
    await choose('8210');
    await press(PAY);
    await seeSavedCard('8210');
    await back();
    await pressInSheet(STAY);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(onPage()).toEqual(['/pay-step', 'cvv']);
    await back();
    await pressInSheet(LEAVE);
    await seeChosen('8210');
    expect(location.pathname).toBe('/pay');
  });

  it('the pay step opens with the last used card once the saved cards have loaded', async () => {
    storedLastPayCard.write(card('8210').sourceId);
    await visit('/pay-step?step=pay', newServer({ cards: [card('4242'), card('8210')] }));
    await seeSavedCard('8210');
  });

  it('the "home" step shows the order and the methods, and Back from the CVV leads to it', async () => {
    await visit('/pay-step?step=home', newServer({ cards: [card('4242')] }));
    await seeChosen('4242');
    expect(screen.getByTestId('order-strip')).toBeDefined();
    await press(PAY);
    await seeSavedCard('4242');
    await back();
    await pressInSheet(LEAVE);
    await screen.findByRole('button', { name: PAY });
    expect(onPage()).toEqual(['/pay-step', 'home']);
  });

  it('the chosen card is selected on the next visit', async () => {
    const server = newServer({ cards: [card('4242'), card('8210')] });
    await visit('/pay', server);
    await seeChosen('4242');
    await choose('8210');
    expect([storedLastPayCard.read(), storedLastPayType.read()]).toEqual(['src_8210', 23]);
    await visit('/pay', server);
    await seeChosen('8210');
  });
});

describe('a reload of the pay step', () => {
  it('a reload of the CVV step shows the same card, and the address does not contain the card', async () => {
    const server = newServer({ cards: [card('4242'), card('8210')] });
    await visit('/pay', server);
    await choose('8210');
    await choose('4242');
    await press('الكل');
    await screen.findByRole('radiogroup', { name: 'بطاقاتك المحفوظة' });
    await choose('8210');
    await press('تأكيد');
    await seeSavedCard('8210');
    const address = `${location.pathname}${location.search}`;
    expect(address).toBe('/pay-step?step=cvv');
    await visit(address, server);
    await seeSavedCard('8210');
  });

  it('a reload of the card list shows the saved cards, or the new-card step when there are none', async () => {
    await visit('/pay-step?step=cards', newServer({ cards: [card('4242')] }));
    await screen.findByRole('radiogroup', { name: 'بطاقاتك المحفوظة' });
    await visit('/pay-step?step=cards', newServer());
    await screen.findByRole('button', { name: CONFIRM });
    expect(stepNow()).toBe('card');
  });

  it('a reload of the card step without a chosen pack links to the packs', async () => {
    storedChosenAmount.forget();
    await visit('/pay-step?step=card', newServer());
    const toPacks = await screen.findByRole('link', { name: 'اختر الباقة' });
    expect(toPacks.getAttribute('href')).toBe('/pay');
    expect(screen.queryByRole('button', { name: CONFIRM })).toBeNull();
  });
});

describe('the provider of a new card', () => {
  const adyenForAll = { ratio: 100, whitelist: [] };

  it.each([
    ['a new card goes to Checkout.com by default', {}, 13, 23],
    ['a new card goes to Adyen where its ratio is 100', { adyenCard: adyenForAll }, 17, 27],
    [
      'a new card goes to Checkout.com when the card fields of Adyen are not configured',
      { adyenCard: adyenForAll, ...fieldsWithout(17) },
      13,
      23,
    ],
    ['a new card goes to PayerMax while Checkout.com is failing', { failingProviders: [13] }, 6, 24],
    [
      'a new card goes to Checkout.com although it is failing when the card fields of PayerMax are not configured',
      { failingProviders: [13], ...fieldsWithout(6) },
      13,
      23,
    ],
  ] as const)('%s', async (_title, more, provider, payType) => {
    await visit('/pay', newServer({ config: config(more) }));
    await pressPay();
    await seeOpened(`card ${provider}`);
    if (provider === 17) return; // each of Adyen's fields reports for itself, which this test does not play
    await fill('card');
    await press(CONFIRM);
    // The order names the versions of the legal texts that were shown.
    await seeOrders([{ pay_type: payType, agreed: 'agreement-1 privacy-3 refunds-1' }]);
  });

  it('[CFG-06] a new card goes to PayerMax on a platform that hides the card fields of Checkout.com', async () => {
    await visit('/pay?platform=old-tv', newServer({ config: config({ cardHiddenPlatforms: ['Old-TV'] }) }));
    await pressPay();
    await seeOpened('card 6');
  });

  it('the configuration is read again when the card step opens, and a provider that now fails is not used', async () => {
    const server = newServer();
    await visit('/pay', server);
    await seeChosen(NEW_CARD);
    await waitFor(() => expect(requestsTo(readSiteConfig)).toHaveLength(1));
    server.config = config({ failingProviders: [13] });
    await pressPay();
    await seeOpened('card 6');
    expect(requestsTo(readSiteConfig)).toHaveLength(2);
  });

  it('the provider of a new card does not change while the card is being typed', async () => {
    const server = newServer({ answer: { kind: 'refused', outcome: 'other' } });
    await visit('/pay-step?step=card', server);
    await fill('card');
    server.config = config({ adyenCard: adyenForAll });
    await press(CONFIRM);
    await seeResult('other');
    expect(fields.opened).toEqual(['card 13']);
    expect(fields.card.isClosed()).toBe(false);
  });
});

describe('saved cards that cannot be read', () => {
  const AGAIN = 'إعادة المحاولة';

  it('when the saved cards cannot be read a new card is selected, and the retry button loads them', async () => {
    const server = newServer({ cards: [card('4242')], isCardListDown: true });
    await visit('/pay', server);
    await screen.findByRole('button', { name: AGAIN });
    await seeChosen(NEW_CARD);
    server.isCardListDown = false;
    const before = requestsTo(listSavedCards).length;
    await press(AGAIN);
    await seeChosen('4242');
    expect(requestsTo(listSavedCards).length).toBe(before + 1);
    expect(screen.queryByRole('button', { name: AGAIN })).toBeNull();
  });
});
