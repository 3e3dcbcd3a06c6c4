import { CARD_FIELDS, type CardFieldState } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { confirmLabel, isConfirmOpen } from './on-confirm.ts';
import { beginCheckout, checkout } from './checkout.ts';
import { CHILD_MODE_CONSTANTS, STEP_CONSTANTS } from './step-names.ts';
import type { CheckoutEvent, CheckoutState } from './checkout-state.ts';
import {
  at,
  BACK,
  BLANK,
  cardOf,
  CARDS,
  cardsRead,
  checkoutOf,
  CHOOSE_WALLET,
  chooseCard,
  chooseNewCard,
  confirm,
  effectsOf,
  ENTRY,
  FILLED,
  GIVE_UP,
  home,
  NOW,
  OFFER,
  play,
  popupOf,
  stepNames,
  topStep,
  update,
  WITHOUT_WALLET,
} from './test/checkout-samples.ts';

/** The step that updates the date of an expired card and then pays, opened after a press on pay. */
const DATE_AND_PAY = play(
  home([CARDS.expired13]),
  chooseCard(CARDS.expired13),
  confirm(),
  update(CARDS.expired13),
)[0];

const ALL_CARDS: CheckoutEvent = { type: 'all-cards-pressed' };

/** A state on each step, reached by the payer's presses. */
const ON_STEP: Record<keyof typeof STEP_CONSTANTS, CheckoutState> = {
  home: home([CARDS.valid13]),
  'saved-cards': play(home([CARDS.valid13]), ALL_CARDS)[0],
  'new-card': play(home(), confirm())[0],
  cvv: play(home([CARDS.valid13]), confirm())[0],
  // Our server lists only remembered cards. This is the CVV step of an unremembered card, should a server list one.
  'cvv-unremembered': play(home([CARDS.unremembered13]), {
    type: 'step-named',
    step: 'cvv',
    sourceId: CARDS.unremembered13.sourceId,
    now: NOW,
  })[0],
  'modify-expiry': play(home([CARDS.expired13]), update(CARDS.expired13))[0],
};

describe('steps on top of each other', () => {
  it('[STP-01] the checkout has the steps and child page modes of the specification, and no others', () => {
    expect(STEP_CONSTANTS).toEqual({
      home: 'HOME',
      'saved-cards': 'SAVED_CARD_LIST',
      'new-card': 'CARD_FRAME',
      cvv: 'CARD_CVV',
      'cvv-unremembered': 'CARD_CVV_IS_NOT_REMEMBER',
      'modify-expiry': 'CKO_CARD_MODIFY_EXPIRE',
    });
    expect(CHILD_MODE_CONSTANTS).toEqual({ enter: 'ENTER', list: 'LIST', switch: 'SWITCH' });
  });

  it.each(Object.entries(ON_STEP))('[STP-01] the payer can reach the step %s', (name, state) => {
    expect(topStep(state).at).toBe(name);
  });

  it('[STP-01] [STP-02] each step opens on top of the last; Back asks whether to give up, which removes one step', () => {
    const onCvv = play(home([CARDS.valid13]), ALL_CARDS, chooseCard(CARDS.valid13), confirm())[0];
    expect(stepNames(onCvv)).toEqual(['home', 'saved-cards', 'cvv']);
    const prompted = play(onCvv, BACK)[0];
    expect([popupOf(prompted), stepNames(prompted)]).toEqual(['give-up', stepNames(onCvv)]);
    expect(play(prompted, { type: 'stay-pressed' })[0]).toEqual(onCvv);
    const paymentInput = play(prompted, GIVE_UP)[0];
    expect([popupOf(paymentInput), stepNames(paymentInput)]).toEqual([null, ['home', 'saved-cards']]);
    expect(stepNames(play(paymentInput, BACK, GIVE_UP)[0])).toEqual(['home']);
  });

  it.each(Object.entries({ ...ON_STEP, 'modify-expiry': DATE_AND_PAY }).filter(([name]) => name !== 'home'))(
    '[STP-02] Back on the step %s opens the question about giving up; giving up without that question has no effect',
    (_name, state) => {
      expect(popupOf(play(state, BACK)[0])).toBe('give-up');
      expect(play(state, GIVE_UP)).toEqual([state]);
    },
  );

  it('Back on HOME leaves the page without a question', () => {
    expect(play(ON_STEP.home, BACK)).toEqual([{ at: 'left', checkout: checkoutOf(ON_STEP.home) }]);
  });

  it('Back on HOME closes the recipient panel before it leaves the page', () => {
    const open = play(ON_STEP.home, { type: 'others-pressed' })[0];
    expect(checkoutOf(open).recipient.mode).toBe('list');
    const closed = play(open, BACK)[0];
    expect(checkoutOf(closed).recipient.mode).toBe('switch');
    expect(play(closed, BACK)[0].at).toBe('left');
  });
});

describe('the confirm button', () => {
  it('[STP-03] the confirm button says pay now on HOME, update (and pay) on the date, and OK on other steps', () => {
    const labels = Object.entries(ON_STEP).map(([name, state]) => [name, confirmLabel(topStep(state))]);
    expect(Object.fromEntries(labels)).toEqual({
      home: 'pay-now',
      'saved-cards': 'ok',
      'new-card': 'ok',
      cvv: 'ok',
      'cvv-unremembered': 'ok',
      'modify-expiry': 'update-expiry',
    });
    expect(confirmLabel(topStep(DATE_AND_PAY))).toBe('update-and-pay');
  });

  it('[STP-06] on card entry nothing is sent until all four fields are valid', () => {
    const states: readonly CardFieldState[] = ['empty', 'invalid', 'valid'];
    let open = 0;
    for (const number of states)
      for (const expiry of states)
        for (const cvv of states)
          for (const holder of states) {
            const inputs = { ...FILLED, fields: { number, expiry, cvv, holder } };
            const next = checkout(ON_STEP['new-card'], confirm(inputs));
            const isComplete = CARD_FIELDS.every((field) => inputs.fields[field] === 'valid');
            expect(isConfirmOpen(ON_STEP['new-card'], inputs, NOW)).toBe(isComplete);
            expect(effectsOf(next).map((effect) => effect.do)).toEqual(isComplete ? ['tokenise'] : []);
            open += isComplete ? 1 : 0;
          }
    expect(open).toBe(1);
  });

  it.each(['cvv', 'cvv-unremembered'] as const)(
    '[EXP-05] on the step %s the confirm button is off until the CVV is valid',
    (name) => {
      for (const cvv of ['empty', 'invalid'] as const) {
        expect(isConfirmOpen(ON_STEP[name], { ...FILLED, cvv }, NOW)).toBe(false);
        expect(play(ON_STEP[name], confirm({ ...FILLED, cvv }))).toEqual([ON_STEP[name]]);
      }
      expect(isConfirmOpen(ON_STEP[name], FILLED, NOW)).toBe(true);
    },
  );

  it.each([
    ['', false],
    ['07', false],
    ['13/30', false],
    ['10/26', false],
    ['11/26', true],
    ['0731', true],
  ])(
    '[EXP-09] with the new date %j the confirm button is on: %s; with test_update_date it is always on',
    (expiry, isOpen) => {
      const step = ON_STEP['modify-expiry'];
      expect(isConfirmOpen(step, { ...BLANK, expiry }, NOW)).toBe(isOpen);
      expect(isConfirmOpen(step, { ...BLANK, expiry, isExpiryTest: true }, NOW)).toBe(true);
    },
  );

  it('an impossible card date is not sent, not even with the link parameter test_update_date', () => {
    const next = play(ON_STEP['modify-expiry'], confirm({ ...BLANK, expiry: '99', isExpiryTest: true }));
    expect(effectsOf(next)).toEqual([]);
    expect(at(next[0], 'entering').problem).toBe('expiry-wrong');
  });

  it('the confirm button does nothing under a popup or without a gem pack', () => {
    expect(isConfirmOpen(play(ON_STEP.cvv, BACK)[0], FILLED, NOW)).toBe(false);
    const without = home([], { offer: { ...OFFER, pack: null } });
    expect(play(without, confirm())).toEqual([without]);
  });
});

describe('confirm on HOME if no method was used before', () => {
  it('[STP-04 in part] confirm on HOME with a new card leads to card entry with the chosen pay type', () => {
    const next = play(home(), chooseNewCard(24), confirm());
    expect(topStep(next[0])).toEqual({ at: 'new-card', payType: 24 });
    expect(effectsOf(next)).toEqual([]);
  });

  it('[STP-04 in part] confirm on HOME leads to the saved cards if they were loaded after “new card” was chosen', () => {
    const pressed = play(
      beginCheckout(ENTRY),
      chooseNewCard(23),
      cardsRead(CARDS.expired13, CARDS.older13),
    )[0];
    expect(checkoutOf(pressed).mode).toBe('channel');
    const listed = play(pressed, confirm())[0];
    expect(topStep(listed).at).toBe('saved-cards');
    expect(cardOf(listed)).toBe(CARDS.older13);
    expect(topStep(play(listed, { type: 'new-card-pressed' })[0]).at).toBe('new-card');
  });

  it('[STP-04 in part] confirm on HOME with a wallet starts the payment at once', () => {
    const next = play(home(), CHOOSE_WALLET, confirm());
    expect(next[0]).toMatchObject({ at: 'purchasing', purchase: { at: 'tokenising' } });
    expect(effectsOf(next)).toEqual([{ do: 'tokenise', from: { kind: 'wallet', payType: 25 } }]);
  });

  it('a new card can be used while the saved cards are still being read', () => {
    expect(topStep(play(beginCheckout(ENTRY), confirm())[0]).at).toBe('new-card');
  });
});

describe('confirm on HOME if methods were used before', () => {
  const methods = home([
    CARDS.valid13,
    CARDS.expired13,
    CARDS.expired17,
    CARDS.expired6,
    CARDS.bankExpired13,
  ]);

  it('[STP-05] confirm with a recently used wallet starts the payment', () => {
    expect(checkoutOf(methods).mode).toBe('recent');
    expect(effectsOf(play(methods, CHOOSE_WALLET, confirm()))).toEqual([
      { do: 'tokenise', from: { kind: 'wallet', payType: 25 } },
    ]);
  });

  it.each([CARDS.expired13, CARDS.bankExpired13])(
    '[STP-05] [CRD-08] confirm with the expired card $sourceId of Checkout.com offers to update its date and pay',
    (card) => {
      const prompted = play(methods, chooseCard(card), confirm())[0];
      expect([popupOf(prompted), topStep(prompted).at]).toEqual(['expired-card', 'home']);
      expect(topStep(play(prompted, update(card))[0])).toEqual({
        at: 'modify-expiry',
        card,
        isPaidAfter: true,
      });
    },
  );

  it.each([CARDS.expired17, CARDS.expired6])(
    '[STP-05] confirm with the expired card $sourceId of Adyen or PayerMax shows a message and offers no new date',
    (card) => {
      const reported = play(methods, chooseCard(card), confirm())[0];
      expect([popupOf(reported), topStep(reported).at]).toEqual(['not-updatable', 'home']);
      expect(play(reported, update(card))).toEqual([reported]);
      expect(popupOf(play(reported, { type: 'popup-closed' })[0])).toBeNull();
    },
  );

  it('[STP-05] confirm with a valid saved card leads to the CVV step, where the card pays with its CVV', () => {
    const onCvv = play(methods, confirm())[0];
    expect(topStep(onCvv)).toEqual({ at: 'cvv', card: CARDS.valid13 });
    expect(effectsOf(play(onCvv, confirm()))).toEqual([
      { do: 'tokenise', from: { kind: 'saved-card', sourceId: 'src_valid', payType: 23, hasCvv: true } },
    ]);
  });

  it('confirm with a new card leads to card entry, where confirm pays with the chosen pay type', () => {
    const next = play(methods, chooseNewCard(23), confirm(), confirm());
    expect(effectsOf(next)).toEqual([{ do: 'tokenise', from: { kind: 'new-card', payType: 23 } }]);
  });
});

describe('cards and wallets that change meanwhile', () => {
  it('when the wallet is not offered any more, another method is chosen, with a message if the payer had chosen the wallet', () => {
    const gone: CheckoutEvent = { type: 'offer-changed', offer: WITHOUT_WALLET, now: NOW };
    const next = play(home([CARDS.valid13]), CHOOSE_WALLET, gone);
    expect(cardOf(next[0])).toBe(CARDS.valid13);
    expect(effectsOf(next)).toEqual([{ do: 'say', what: 'wallet-gone' }]);
    expect(effectsOf(play(home([CARDS.valid13]), gone))).toEqual([]);
  });

  it('the same card list received again does not undo a changed card date', () => {
    const reported = cardsRead(CARDS.expired13);
    const updated = play(beginCheckout(ENTRY), reported, update(CARDS.expired13), confirm(), {
      type: 'expiry-updated',
    })[0];
    expect(play(updated, reported)).toEqual([updated]);
    expect(cardOf(play(updated, cardsRead(CARDS.expired13))[0])).not.toEqual(cardOf(updated));
  });

  it('when the cards cannot be read, the wallet and a new card remain, and a later read shows the cards', () => {
    const failed = play(beginCheckout(ENTRY), { type: 'cards-failed' })[0];
    expect(checkoutOf(failed)).toMatchObject({ cards: { kind: 'failed' }, mode: 'channel' });
    expect(cardOf(play(failed, cardsRead(CARDS.valid13))[0])).toBe(CARDS.valid13);
    const known = home([CARDS.valid13]);
    expect(play(known, { type: 'cards-failed' })).toEqual([known]);
  });
});
