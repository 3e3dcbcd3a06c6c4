import { OUTCOMES, RESULT_BUTTONS, type Outcome, type ResultButton, type SavedCard } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { RETRY_VARIANTS, retryAfter } from './on-result.ts';
import { PURCHASE_SCENES } from './step-names.ts';
import type { CheckoutEvent, CheckoutState, UsedCard } from './checkout-state.ts';
import {
  at,
  BACK,
  cardOf,
  CARDS,
  checkoutOf,
  confirm,
  effectsOf,
  ended,
  home,
  methodOf,
  NOW,
  OFFER,
  OTHER_CARD,
  OTHER_WALLET,
  play,
  press,
  SMALLER_PACK,
  stepNames,
  topStep,
  WITHOUT_WALLET,
} from './test/checkout-samples.ts';

const { valid13, older13, expired13, unremembered13, valid17 } = CARDS;
const saved = (card: SavedCard): UsedCard => ({ kind: 'saved', card });
const WALLET: UsedCard = { kind: 'wallet' };
const UNSAVED: UsedCard = { kind: 'unsaved' };
const LOADING: UsedCard = { kind: 'loading' };
const sceneOf = (state: CheckoutState) => checkoutOf(state).scene;
const loadingHome = (): CheckoutState => {
  const known = at(home([valid13]), 'choosing');
  return { ...known, checkout: { ...known.checkout, cards: { kind: 'loading' } } };
};

describe('the scenes of a purchase', () => {
  const balance = ended('balance', saved(valid13), { smallerPack: SMALLER_PACK });

  it('[STP-07] the scenes of a purchase are normal, retry, repurchase and expired, each started by a button of the result', () => {
    expect(PURCHASE_SCENES).toEqual(['normal', 'retry', 'repurchase', 'expired']);
    const start = home([valid13]);
    expect(sceneOf(start)).toBe('normal');
    expect(sceneOf(play(start, ended('verify', saved(valid13)), press('retry'))[0])).toBe('retry');
    expect(sceneOf(play(start, balance, press('retry-other-amount'))[0])).toBe('retry');
    expect(sceneOf(play(start, ended('success', WALLET), press('repeat-same-amount'))[0])).toBe('repurchase');
    expect(sceneOf(play(start, ended('expire', saved(valid13)), press('update-and-pay'))[0])).toBe('expired');
  });

  it('[STP-07] closing the result or choosing another amount returns to the scene “normal”', () => {
    const retried = play(home([valid13]), ended('verify', saved(valid13)), press('retry'))[0];
    expect(sceneOf(play(retried, ended('verify', saved(valid13)), press('close'))[0])).toBe('normal');
    const other: CheckoutEvent = { type: 'offer-changed', offer: { ...OFFER, pack: SMALLER_PACK }, now: NOW };
    expect(sceneOf(play(retried, other)[0])).toBe('normal');
  });
});

describe('retry', () => {
  it('[STP-08] each payment result has its specified retry variant, A or B', () => {
    expect(RETRY_VARIANTS).toEqual({
      success: 'A',
      fail: 'A',
      balance: 'B',
      expire: 'A',
      verify: 'B',
      'not-support-apple-pay': 'A',
      other: 'A',
      'not-active': 'A',
      'high-risk': 'A',
    });
  });

  it.each(OUTCOMES)(
    '[STP-08] after the result %s a retry with a saved card leads to HOME (variant A) or to the CVV step (variant B)',
    (outcome) => {
      const { checkout } = at(home([valid13]), 'choosing');
      const end = {
        outcome,
        payType: 23,
        used: saved(valid13),
        smallerPack: null,
      } as const;
      const isB = RETRY_VARIANTS[outcome] === 'B';
      expect(stepNames(retryAfter(checkout, end, NOW)[0])).toEqual(isB ? ['home', 'cvv'] : ['home']);
    },
  );

  it('[STP-08] retry variant B leads to the CVV step of the saved card', () => {
    const next = play(home([valid13, older13]), ended('verify', saved(older13)), press('retry'));
    expect(stepNames(next[0])).toEqual(['home', 'cvv']);
    expect(topStep(next[0])).toMatchObject({ card: older13 });
    expect(effectsOf(next)).toEqual([]);
  });

  it('[STP-08] retry variant B pays at once with the wallet or with a card that needs no CVV', () => {
    const wallet = play(home(), ended('verify', WALLET, { payType: 25 }), press('retry'));
    expect(effectsOf(wallet)).toEqual([{ do: 'tokenise', from: { kind: 'wallet', payType: 25 } }]);
    const card = play(home([valid17], { withoutCvv: [27] }), ended('verify', saved(valid17)), press('retry'));
    expect(effectsOf(card)).toEqual([
      { do: 'tokenise', from: { kind: 'saved-card', sourceId: 'kept-valid', payType: 27, hasCvv: false } },
    ]);
  });

  it.each([
    ['unsaved', UNSAVED],
    ['still loading', LOADING],
  ])('[STP-08] retry variant B leads to card entry if the used card is %s', (_title, used) => {
    const next = play(home([valid13]), ended('verify', used), press('retry'));
    expect(stepNames(next[0])).toEqual(['home', 'new-card']);
    expect(effectsOf(next)).toEqual([]);
  });

  it('[STP-08] retry variant B leads to HOME while cards are loading, or if card or wallet cannot be used', () => {
    const retry = [ended('verify', saved(valid13)), press('retry')];
    expect(stepNames(play(loadingHome(), ...retry)[0])).toEqual(['home']);
    const run = home([expired13]);
    expect(stepNames(play(run, ended('verify', saved(expired13)), press('retry'))[0])).toEqual(['home']);
    const gone = play(home([], { offer: WITHOUT_WALLET }), ended('verify', WALLET), press('retry'));
    expect([stepNames(gone[0]), effectsOf(gone)]).toEqual([['home'], []]);
  });

  it('[STP-08] “smaller amount” first chooses the smaller pack, and then retries with the same card or wallet', () => {
    const end = ended('balance', saved(valid13), { smallerPack: SMALLER_PACK });
    const next = play(home([valid13]), end, press('retry-other-amount'));
    expect(stepNames(next[0])).toEqual(['home', 'cvv']);
    expect(checkoutOf(next[0]).offer.pack).toBe(SMALLER_PACK);
    expect(effectsOf(next)).toEqual([{ do: 'choose-pack', pack: SMALLER_PACK }]);
    const byWallet = ended('balance', WALLET, { payType: 25, smallerPack: SMALLER_PACK });
    const effects = effectsOf(play(home(), byWallet, press('retry-other-amount')));
    expect(effects.map((effect) => effect.do)).toEqual(['choose-pack', 'tokenise']);
  });

  it('a smaller pack that the card cannot pay leads to HOME with a pay method of that pack', () => {
    const only24 = { ...SMALLER_PACK, methods: SMALLER_PACK.methods.filter(({ payType }) => payType === 24) };
    const end = ended('balance', saved(valid13), { smallerPack: only24 });
    const next = play(home([valid13]), end, press('retry-other-amount'))[0];
    expect([stepNames(next), methodOf(next)]).toEqual([['home'], { kind: 'new-card', payType: 24 }]);
  });
});

describe('update and pay', () => {
  it('“update and pay” leads to the date of the used card, and pays after the update', () => {
    const next = play(home([valid13]), ended('expire', saved(valid13)), press('update-and-pay'))[0];
    expect(topStep(next)).toEqual({ at: 'modify-expiry', card: valid13, isPaidAfter: true });
  });

  it('“update and pay” leads to card entry if the used card is not saved', () => {
    const next = play(home(), ended('expire', UNSAVED), press('update-and-pay'))[0];
    expect(topStep(next).at).toBe('new-card');
  });

  it('[RES-04] “update and pay” is possible for cards of Checkout.com (pay type 23) only', () => {
    const state = play(home([valid17]), ended('expire', saved(valid17), { payType: 27 }))[0];
    expect(play(state, press('update-and-pay'))).toEqual([state]);
  });
});

describe('the same amount again', () => {
  const again = (group: 'A' | 'B', used: UsedCard, cards = [valid13, older13, unremembered13]) =>
    play(home(cards, { group }), ended('success', used), press('repeat-same-amount'));

  it('“same amount again” in test group A leads to HOME with the used method chosen', () => {
    const next = again('A', saved(older13));
    expect([stepNames(next[0]), cardOf(next[0])]).toEqual([['home'], older13]);
    expect(methodOf(again('A', WALLET)[0])).toEqual({ kind: 'wallet' });
    expect(effectsOf(again('A', WALLET))).toEqual([]);
  });

  it('“same amount again” in test group B leads to the CVV step of the used card', () => {
    expect(topStep(again('B', saved(older13))[0])).toEqual({ at: 'cvv', card: older13 });
  });

  it.each(['A', 'B'] as const)(
    '[CRD-10] “same amount again” in test group %s with an unsaved card pays nothing, and a new card is chosen',
    (group) => {
      const next = again(group, saved(unremembered13));
      expect([stepNames(next[0]), effectsOf(next)]).toEqual([['home'], []]);
      expect(methodOf(next[0])).toEqual({ kind: 'new-card', payType: 23 });
    },
  );

  it('“same amount again” in test group B opens the sheet of the wallet', () => {
    expect(effectsOf(again('B', WALLET))).toEqual([
      { do: 'tokenise', from: { kind: 'wallet', payType: 25 } },
    ]);
  });

  it.each([UNSAVED, LOADING])(
    '“same amount again” in test group B leads to HOME if the used card is $kind',
    (used) => {
      const next = again('B', used);
      expect([stepNames(next[0]), effectsOf(next)]).toEqual([['home'], []]);
      expect(methodOf(next[0])).toEqual({ kind: 'new-card', payType: 23 });
    },
  );

  it('“same amount again” never charges a card at once, even if the card needs no CVV', () => {
    const next = play(
      home([valid17], { group: 'B', withoutCvv: [27] }),
      ended('success', saved(valid17)),
      press('repeat-same-amount'),
    );
    expect([stepNames(next[0]), effectsOf(next)]).toEqual([['home', 'cvv'], []]);
  });

  it('“same amount again” in test group B uses a card that the provider reports while the result is shown', () => {
    const next = play(
      home([], { group: 'B' }),
      ended('success', LOADING),
      { type: 'used-card-read', used: saved(valid13) },
      press('repeat-same-amount'),
    )[0];
    expect(topStep(next)).toEqual({ at: 'cvv', card: valid13 });
  });
});

describe('the result panel', () => {
  const EVERY_BUTTON: readonly ResultButton[] = [
    'repeat-same-amount',
    'retry-other-amount',
    'retry',
    'update-and-pay',
    'refresh',
    'understood',
    'close',
  ];
  const shown = OUTCOMES.filter((outcome): outcome is Outcome => outcome !== 'not-active');

  it.each(shown)(
    'on the result %s only the shown buttons have an effect, and Back closes the result',
    (outcome) => {
      const state = play(home([valid13]), ended(outcome, saved(valid13)))[0];
      const buttons: readonly ResultButton[] = RESULT_BUTTONS[outcome]({
        payType: 23,
        hasSmallerPack: false,
      });
      for (const button of EVERY_BUTTON) {
        const next = play(state, press(button));
        expect(next[0] !== state || effectsOf(next).length > 0).toBe(buttons.includes(button));
      }
      expect(stepNames(play(state, BACK)[0])).toEqual(['home']);
    },
  );

  it('[RES-05] the refresh button of the result reloads the page', () => {
    expect(effectsOf(play(home(), ended('high-risk', WALLET), press('refresh')))).toEqual([{ do: 'reload' }]);
  });

  it('[ORD-08] after the result not-active the payer is back at HOME, and no result is shown', () => {
    expect(play(home(), ended('not-active', UNSAVED))[0].at).toBe('left');
    expect(stepNames(play(home(), ended('not-active', UNSAVED))[0])).toEqual(['home']);
  });

  it('“another card” on a refused result leads to HOME with another remembered card, or to card entry', () => {
    const refused = ended('other', saved(valid13));
    const two = play(home([valid13, older13]), confirm(), refused, OTHER_CARD)[0];
    expect([stepNames(two), cardOf(two)]).toEqual([['home'], older13]);
    expect(stepNames(play(home([valid13]), confirm(), refused, OTHER_CARD)[0])).toEqual(['home', 'new-card']);
  });

  it('[UX 2.6] “pay with the wallet” on a refused result leads to HOME with the wallet chosen, if offered', () => {
    const refused = ended('other', saved(valid13));
    const next = play(home([valid13]), confirm(), refused, OTHER_WALLET);
    expect([next[0].at, methodOf(next[0]), checkoutOf(next[0]).isPicked]).toEqual([
      'left',
      { kind: 'wallet' },
      true,
    ]);
    expect([stepNames(next[0]), sceneOf(next[0])]).toEqual([['home'], 'retry']);
    expect(effectsOf(next)).not.toContainEqual(expect.objectContaining({ do: 'tokenise' }));
    const without: CheckoutEvent = { type: 'offer-changed', offer: WITHOUT_WALLET, now: NOW };
    const gone = play(home([valid13]), confirm(), refused, without)[0];
    expect(play(gone, OTHER_WALLET)[0]).toBe(gone);
    const paid = play(home([valid13]), confirm(), ended('success', saved(valid13)))[0];
    expect(play(paid, OTHER_WALLET)[0]).toBe(paid);
  });

  it('after a successful result the cards are read again', () => {
    expect(effectsOf(play(home(), ended('success', UNSAVED)))).toContainEqual({ do: 'read-cards' });
    expect(effectsOf(play(home(), ended('other', UNSAVED)))).not.toContainEqual({ do: 'read-cards' });
  });
});
