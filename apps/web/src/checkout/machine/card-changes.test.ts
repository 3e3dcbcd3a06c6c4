import type { SavedCard } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import type { CheckoutEvent } from './checkout-state.ts';
import { isConfirmOpen } from './on-confirm.ts';
import {
  at,
  BLANK,
  cardOf,
  CARDS,
  cardsRead,
  checkoutOf,
  chooseCard,
  confirm,
  effectsOf,
  FILLED,
  home,
  NOW,
  OFFER,
  OTHER_CARD,
  pack,
  play,
  popupOf,
  stepNames,
  topStep,
  update,
} from './test/checkout-samples.ts';

const ON_CVV = play(home([CARDS.valid13]), confirm())[0];
const ON_EXPIRY = play(home([CARDS.expired13]), update(CARDS.expired13))[0];

it('while a new card date is being sent, the confirm button is off and a second press sends nothing', () => {
  const updating = play(ON_EXPIRY, confirm());
  expect(effectsOf(updating).map((effect) => effect.do)).toEqual(['update-expiry']);
  expect(play(updating, confirm())).toEqual([updating[0]]);
  expect(isConfirmOpen(updating[0], FILLED, NOW)).toBe(false);
});

describe('the expired-card popup', () => {
  const requestedWith = (...cards: readonly SavedCard[]) =>
    play(home([CARDS.expired13, ...cards]), chooseCard(CARDS.expired13), confirm())[0];

  it('[CRD-08] in the expired-card popup, “another card” leads to HOME with another remembered card chosen', () => {
    const next = play(requestedWith(CARDS.expired17, CARDS.oldest13), OTHER_CARD)[0];
    expect([stepNames(next), popupOf(next)]).toEqual([['home'], null]);
    expect(cardOf(next)).toBe(CARDS.oldest13);
  });

  it('[CRD-08] in the expired-card popup, “another card” leads to card entry if no other card is remembered', () => {
    expect(stepNames(play(requestedWith(), OTHER_CARD)[0])).toEqual(['home', 'new-card']);
    expect(stepNames(play(requestedWith(CARDS.unremembered13), OTHER_CARD)[0])).toEqual(['home', 'new-card']);
  });

  it('[CRD-08] on the CVV step, “another card” chooses another remembered card, or opens card entry if there is none', () => {
    expect(stepNames(play(ON_CVV, OTHER_CARD)[0])).toEqual(['home', 'cvv', 'new-card']);
    const two = play(home([CARDS.valid13, CARDS.older13]), confirm(), OTHER_CARD)[0];
    expect([stepNames(two), cardOf(two)]).toEqual([['home'], CARDS.older13]);
  });
});

describe('updating a date', () => {
  const cards = [CARDS.expired13];
  const paidAfter = play(home(cards), chooseCard(CARDS.expired13), confirm(), update(CARDS.expired13))[0];

  it('updating the date of a listed card changes the date, reads the cards again and returns to the list', () => {
    const sent = play(ON_EXPIRY, confirm({ ...BLANK, expiry: '07/31' }));
    expect(effectsOf(sent)).toEqual([{ do: 'update-expiry', sourceId: 'src_expired', expiry: '07/31' }]);
    const done = play(sent, { type: 'expiry-updated' });
    expect(effectsOf(done).map((effect) => effect.do)).toEqual(['read-cards', 'say']);
    expect(stepNames(done[0])).toEqual(['home']);
    expect(cardOf(done[0])).toMatchObject({ expiry: '07/31', isExpiredByBank: false });
    expect(topStep(play(done, confirm())[0]).at).toBe('cvv');
  });

  it('update-and-pay first changes the card’s date, and then pays with the CVV', () => {
    expect(play(paidAfter, confirm({ ...FILLED, cvv: 'empty' }))).toEqual([paidAfter]);
    const sent = play(paidAfter, confirm());
    expect(effectsOf(sent).map((effect) => effect.do)).toEqual(['update-expiry']);
    expect(effectsOf(play(sent, { type: 'expiry-updated' }))).toEqual([
      { do: 'tokenise', from: { kind: 'saved-card', sourceId: 'src_expired', payType: 23, hasCvv: true } },
    ]);
  });

  it('when updating the card’s date fails, nothing is paid and the step shows the problem', () => {
    const failed = play(paidAfter, confirm(), { type: 'update-failed' });
    expect(effectsOf(failed)).toEqual([]);
    expect(at(failed[0], 'entering').problem).toBe('expiry-not-updated');
    expect(topStep(failed[0]).at).toBe('modify-expiry');
  });

  it('a payment that stops after the date was updated asks only for the CVV again', () => {
    const stopped = play(paidAfter, confirm(), { type: 'expiry-updated' }, { type: 'tokenise-failed' })[0];
    expect(topStep(stopped)).toMatchObject({ at: 'cvv', card: { expiry: '07/31' } });
  });

  it('the date of a saved card of Adyen or PayerMax cannot be updated', () => {
    const listed = home([CARDS.expired17, CARDS.valid6]);
    expect(play(listed, update(CARDS.expired17))).toEqual([listed]);
    expect(play(listed, update(CARDS.valid6))).toEqual([listed]);
  });
});

describe('deleting a card', () => {
  const three = [CARDS.valid13, CARDS.valid17, CARDS.oldest13] as const;
  const remove: CheckoutEvent = { type: 'delete-pressed', sourceId: CARDS.valid13.sourceId };
  const deleted: CheckoutEvent = { type: 'card-deleted', fingerprint: CARDS.valid13.fingerprint };

  it('[CRD-07] deleting a card asks first, deletes the card once by its fingerprint, and reads the cards again', () => {
    const prompted = play(home(three), remove);
    expect([popupOf(prompted[0]), effectsOf(prompted)]).toEqual(['delete-card', []]);
    const sent = play(prompted, { type: 'delete-confirmed' });
    expect(effectsOf(sent)).toEqual([{ do: 'delete-card', fingerprint: CARDS.valid13.fingerprint }]);
    expect(effectsOf(play(sent, { type: 'delete-confirmed' }))).toEqual([]);
    const done = play(sent, deleted);
    expect([popupOf(done[0]), effectsOf(done)]).toEqual([null, [{ do: 'read-cards' }]]);
  });

  it('[CRD-07] when the chosen card is deleted, the next remembered card that can pay the pack is chosen', () => {
    const without17 = { ...OFFER, pack: pack(999, 23, 25) };
    const cards = [CARDS.valid17, CARDS.unremembered13, CARDS.expired13, CARDS.oldest13];
    expect(cardOf(play(home([CARDS.valid13, ...cards]), cardsRead(...cards))[0])).toBe(CARDS.valid17);
    const next = play(home([CARDS.valid13, ...cards], { offer: without17 }), cardsRead(...cards))[0];
    expect(cardOf(next)).toBe(CARDS.oldest13);
  });

  it('[CRD-07] when the only saved card is deleted on its CVV step, HOME is shown with “new card” as the method', () => {
    const next = play(ON_CVV, remove, { type: 'delete-confirmed' }, deleted, cardsRead())[0];
    expect(stepNames(next)).toEqual(['home']);
    expect(checkoutOf(next)).toMatchObject({ mode: 'channel', method: { kind: 'new-card', payType: 23 } });
  });

  it('when another card is deleted, the chosen card stays chosen', () => {
    const chosen = play(home(three), chooseCard(CARDS.oldest13), cardsRead(CARDS.valid17, CARDS.oldest13))[0];
    expect(cardOf(chosen)).toBe(CARDS.oldest13);
  });

  it('a failed deletion leaves the card chosen and shows the problem', () => {
    const failed = play(
      home(three),
      remove,
      { type: 'delete-confirmed' },
      {
        type: 'delete-failed',
        fingerprint: CARDS.valid13.fingerprint,
      },
    )[0];
    expect(at(failed, 'choosing')).toMatchObject({ popup: null, problem: 'card-not-deleted' });
    expect(cardOf(failed)).toBe(CARDS.valid13);
  });
});
