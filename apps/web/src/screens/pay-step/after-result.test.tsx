import { createCoinPay, readCardOfOrder, updateSavedCard } from '@jawhara/contract';
import { accountId, usdCents, type CardSourceId, type RefusalOutcome, type SavedCard } from '@jawhara/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storedLastOrderId, storedLastPurchase, storedChosenAmount } from '../../browser/storage/purchase.ts';
import { rememberRecipient } from '../../browser/storage/recipients.ts';
import { requestsTo } from '../../api/test/network.ts';
import { act, screen, waitFor } from '../../ui/test/library.ts';
import { card, newServer, NOURA, type StepsServer } from './test/steps-server.ts';
import {
  chooseBoth,
  CONFIRM,
  fakeOpening,
  fields,
  fill,
  onPage,
  PAY,
  press,
  pressPay,
  seeChosen,
  seeSavedCard,
  seeResult,
  stepNow,
  typeExpiry,
  visit,
} from './test/steps-shop.tsx';

vi.mock('../../checkout/methods/card/open-card-fields.ts', () => fakeOpening);

const RETRY = 'إعادة خطوة البنك';
const OTHER_CARD = /بطاقة أخرى$/;
const ONCE_MORE = /^كرّر الشحن/;
const UPDATE_AND_PAY = /^تحديث ودفع/;
const YES = 'نعم، نتذكّرها';

beforeEach(chooseBoth);

/** Pays with the first saved card, or with a typed one where there is none. */
async function payAndSee(server: StepsServer, outcome: string): Promise<void> {
  await visit('/pay', server);
  if (server.cards[0] !== undefined) await seeChosen(server.cards[0].last4);
  await pressPay();
  await fill(server.cards.length > 0 ? 'cvv' : 'card');
  await press(CONFIRM);
  await seeResult(outcome);
}
const refusing = (refusal: RefusalOutcome, cards: SavedCard[] = []): StepsServer =>
  newServer({ cards, refusal, answer: { kind: 'refused', outcome: refusal } });

describe('after a refusal', () => {
  it('[STP-08] test group B: after a failed bank check of a saved card, a retry leads to that card’s CVV step and pays', async () => {
    const server = refusing('verify', [card('4242'), card('8210')]);
    await payAndSee(server, 'verify');
    await press(RETRY);
    await seeSavedCard('4242');
    server.answer = { kind: 'paid' };
    await fill('cvv');
    await press(CONFIRM);
    await seeResult('success');
    expect(requestsTo(createCoinPay)).toHaveLength(2);
  });

  it('[STP-08] test group B: after a failed bank check of a card that needs no CVV, a retry pays at once', async () => {
    const remembered = card('4242', { sourceId: 'pmx_kept' as CardSourceId });
    const server = refusing('verify', [remembered]);
    await payAndSee(server, 'verify');
    server.answer = { kind: 'paid' };
    await press(RETRY);
    await waitFor(() => seeResult('success'));
    expect(requestsTo(createCoinPay)).toMatchObject([
      { source_id: 'pmx_kept', pay_type: 24 },
      { source_id: 'pmx_kept', pay_type: 24 },
    ]);
  });

  it('[STP-08] test group A: after a failed bank check of a typed card, a retry shows the same open fields', async () => {
    await payAndSee(refusing('verify'), 'verify');
    await press(RETRY);
    await screen.findByRole('button', { name: CONFIRM });
    expect(onPage()).toEqual(['/pay-step', 'card']);
    expect([fields.opened, fields.card.isClosed()]).toEqual([['card 13'], false]);
  });

  it('after a refused CVV of a typed card, the step asks for the CVV and the fields are still open', async () => {
    await payAndSee({ ...refusing('other'), refusalCode: '20087' }, 'other');
    await press('أدخل رمز CVV من جديد');
    await screen.findByRole('heading', { level: 1, name: 'أدخل رمز CVV من جديد' });
    expect(
      screen.getByText('رُفض رمز CVV هذا. أدخل رمزًا آخر للمتابعة.', { selector: '.note *' }),
    ).toBeDefined();
    expect([fields.opened, fields.card.isClosed()]).toEqual([['card 13'], false]);
  });

  it('after a refused CVV of a saved card, the CVV must be typed again in a new field', async () => {
    await payAndSee({ ...refusing('other', [card('4242')]), refusalCode: '20087' }, 'other');
    await press('أدخل رمز CVV من جديد');
    await screen.findByRole('heading', { level: 1, name: 'أدخل رمز CVV من جديد' });
    await seeSavedCard('4242');
    expect(fields.opened).toEqual(['cvv 13 src_4242', 'cvv 13 src_4242']);
  });

  it('the button "another card" after a refusal opens empty fields, or selects another saved card', async () => {
    await payAndSee(refusing('other'), 'other');
    await press(OTHER_CARD);
    await screen.findByRole('button', { name: CONFIRM });
    expect(fields.card.isClosed()).toBe(true);
    await payAndSee(refusing('other', [card('4242'), card('8210')]), 'other');
    await press(OTHER_CARD);
    await seeChosen('8210');
    expect(location.pathname).toBe('/pay');
  });

  it('the button "another amount" after a refusal for too little balance pays the smaller pack with the same card', async () => {
    const server = refusing('balance', [card('4242')]);
    await payAndSee(server, 'balance');
    await press(/بدلًا من ذلك$/);
    await seeSavedCard('4242');
    expect([stepNow(), storedChosenAmount.read()]).toEqual(['cvv', 499]);
    expect(screen.getByTestId('order-strip').textContent).toContain('$4.99');
    await fill('cvv');
    await press(CONFIRM);
    await waitFor(() =>
      expect(requestsTo(createCoinPay).map((order) => order['recharge_id'])).toEqual([
        'card_999',
        'card_499',
      ]),
    );
  });

  it('the button "update and pay" after a refusal for an expired card sends the new date and pays with the CVV', async () => {
    const server = refusing('expire', [card('4242')]);
    await payAndSee(server, 'expire');
    await press(UPDATE_AND_PAY);
    await typeExpiry('12/49');
    expect(stepNow()).toBe('expiry');
    server.answer = { kind: 'paid' };
    await fill('cvv', UPDATE_AND_PAY);
    await press(UPDATE_AND_PAY);
    await seeResult('success');
    expect(requestsTo(updateSavedCard)).toHaveLength(1);
    expect(requestsTo(createCoinPay)).toHaveLength(2);
  });

  it('closing the message about a refusal leads back to the packs', async () => {
    await payAndSee(refusing('other', [card('4242')]), 'other');
    await press('فهمت');
    await screen.findByRole('button', { name: PAY });
    expect(location.pathname).toBe('/pay');
  });
});

describe('buying again after a success', () => {
  it('[UX 2.5] the card fields are closed after a successful payment', async () => {
    await payAndSee(newServer(), 'success');
    await waitFor(() => expect(fields.card.isClosed()).toBe(true));
  });

  it('[CFG-08] test group A: buying again after a success leads to the packs with the same card selected', async () => {
    await payAndSee(newServer({ cards: [card('4242')] }), 'success');
    await press(ONCE_MORE);
    await seeChosen('4242');
    expect(location.pathname).toBe('/pay');
    expect(requestsTo(createCoinPay)).toHaveLength(1);
  });

  it('buying again leads to the packs even when history.back has no effect', async () => {
    await payAndSee(newServer({ cards: [card('4242')] }), 'success');
    const back = vi.spyOn(history, 'back').mockImplementation(() => undefined);
    await press(ONCE_MORE);
    await seeChosen('4242');
    expect(location.pathname).toBe('/pay');
    back.mockRestore();
  });

  it('test group B: buying again after a success leads to the CVV step, and sends no order yet', async () => {
    const server = newServer({ cards: [card('4242')] });
    server.config = { ...server.config, repurchaseRatio: 100 };
    await payAndSee(server, 'success');
    await press(ONCE_MORE);
    await seeSavedCard('4242');
    expect(requestsTo(createCoinPay)).toHaveLength(1);
  });
});

describe('what is stored for a repeat on the next visit', () => {
  it('a paid order stores amount, recipient and card for a repeat; later choices do not change it', async () => {
    const cardOfOrder = card('0500', { isRemembered: false });
    await payAndSee(newServer({ cardOfOrder }), 'success');
    await screen.findByRole('button', { name: YES, busy: false });
    const paid = { amount: 999, recipient: NOURA, card: cardOfOrder.sourceId };
    expect(storedLastPurchase.read()).toEqual(paid);
    act(() => {
      rememberRecipient({ ...NOURA, accountId: accountId(8) });
      storedChosenAmount.write(usdCents(499));
    });
    await press('لا، شكرًا');
    await press(ONCE_MORE);
    await screen.findByRole('button', { name: PAY });
    expect(storedLastPurchase.read()).toEqual(paid);
  });

  it('a refused payment is not stored for a repeat', async () => {
    await payAndSee(refusing('other'), 'other');
    expect(storedLastPurchase.read()).toBeNull();
  });

  it('a paid order opened by a link and not made on this device is not stored for a repeat', async () => {
    await payAndSee(newServer(), 'success');
    const theirs = storedLastOrderId.read();
    await press(ONCE_MORE);
    await screen.findByRole('button', { name: PAY });
    storedLastPurchase.forget();
    storedLastOrderId.forget();
    const before = requestsTo(readCardOfOrder).length;
    act(() => history.pushState(null, '', `/pay-step?order_id=${theirs}`));
    await seeResult('success');
    await waitFor(() => expect(requestsTo(readCardOfOrder).length).toBeGreaterThan(before));
    expect(storedLastPurchase.read()).toBeNull();
  });
});

it('[RES-01] [ORD-20] buying again selects the card that was just saved, before the list of saved cards contains it', async () => {
  const server = newServer({ cardOfOrder: card('0500', { isRemembered: false }) });
  await payAndSee(server, 'success');
  await screen.findByRole('button', { name: YES, busy: false });
  await press(YES);
  await press(ONCE_MORE);
  await seeChosen('0500');
  await press(PAY);
  await seeSavedCard('0500');
});

it('a refused order leaves the payer on the CVV step with the reason', async () => {
  await visit('/pay', newServer({ cards: [card('4242')], refuses: 'pack-not-found' }));
  await seeChosen('4242');
  await press(PAY);
  await fill('cvv');
  await press(CONFIRM);
  await screen.findByText(/closed/);
  expect(onPage()).toEqual(['/pay-step', 'cvv']);
  expect(screen.getByRole('button', { name: CONFIRM }).getAttribute('aria-busy')).toBeNull();
});
