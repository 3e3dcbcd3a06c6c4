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

describe('the scenes', () => {
  const balance = ended('balance', saved(valid13), { smallerPack: SMALLER_PACK });

  it('[STP-07] are normal, retry, repurchase and expired, each begun by its press', () => {
    expect(PURCHASE_SCENES).toEqual(['normal', 'retry', 'repurchase', 'expired']);
    const start = home([valid13]);
    expect(sceneOf(start)).toBe('normal');
    expect(sceneOf(play(start, ended('verify', saved(valid13)), press('retry'))[0])).toBe('retry');
    expect(sceneOf(play(start, balance, press('retry-other-amount'))[0])).toBe('retry');
    expect(sceneOf(play(start, ended('success', WALLET), press('repeat-same-amount'))[0])).toBe('repurchase');
    expect(sceneOf(play(start, ended('expire', saved(valid13)), press('update-and-pay'))[0])).toBe('expired');
  });

  it('[STP-07] closing the result begins a normal purchase, and so does another amount', () => {
    const retried = play(home([valid13]), ended('verify', saved(valid13)), press('retry'))[0];
    expect(sceneOf(play(retried, ended('verify', saved(valid13)), press('close'))[0])).toBe('normal');
    const other: CheckoutEvent = { type: 'offer-changed', offer: { ...OFFER, pack: SMALLER_PACK }, now: NOW };
    expect(sceneOf(play(retried, other)[0])).toBe('normal');
  });
});

describe('retry', () => {
  it('[STP-08] A or B is chosen per result, and every result has its variant', () => {
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

  it.each(OUTCOMES)('[STP-08] after %s a saved card is retried as its variant says', (outcome) => {
    const { checkout } = at(home([valid13]), 'choosing');
    const end = {
      outcome,
      payType: 23,
      used: saved(valid13),
      smallerPack: null,
    } as const;
    const isB = RETRY_VARIANTS[outcome] === 'B';
    expect(stepNames(retryAfter(checkout, end, NOW)[0])).toEqual(isB ? ['home', 'cvv'] : ['home']);
  });

  it('[STP-08] B goes to the CVV step of the saved card', () => {
    const next = play(home([valid13, older13]), ended('verify', saved(older13)), press('retry'));
    expect(stepNames(next[0])).toEqual(['home', 'cvv']);
    expect(topStep(next[0])).toMatchObject({ card: older13 });
    expect(effectsOf(next)).toEqual([]);
  });

  it('[STP-08] B creates the payment directly where no CVV is needed: the wallet, or a provider that asks for none', () => {
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
  ])('[STP-08] B falls back to A, card entry, if the card is %s', (_title, used) => {
    const next = play(home([valid13]), ended('verify', used), press('retry'));
    expect(stepNames(next[0])).toEqual(['home', 'new-card']);
    expect(effectsOf(next)).toEqual([]);
  });

  it('[STP-08] B falls back to A, the choice of a method, while the cards are loading or the card is of no use', () => {
    const retry = [ended('verify', saved(valid13)), press('retry')];
    expect(stepNames(play(loadingHome(), ...retry)[0])).toEqual(['home']);
    const run = home([expired13]);
    expect(stepNames(play(run, ended('verify', saved(expired13)), press('retry'))[0])).toEqual(['home']);
    const gone = play(home([], { offer: WITHOUT_WALLET }), ended('verify', WALLET), press('retry'));
    expect([stepNames(gone[0]), effectsOf(gone)]).toEqual([['home'], []]);
  });

  it('[STP-08] a smaller amount is paid with the same card: the pack is changed before anything else', () => {
    const end = ended('balance', saved(valid13), { smallerPack: SMALLER_PACK });
    const next = play(home([valid13]), end, press('retry-other-amount'));
    expect(stepNames(next[0])).toEqual(['home', 'cvv']);
    expect(checkoutOf(next[0]).offer.pack).toBe(SMALLER_PACK);
    expect(effectsOf(next)).toEqual([{ do: 'choose-pack', pack: SMALLER_PACK }]);
    const byWallet = ended('balance', WALLET, { payType: 25, smallerPack: SMALLER_PACK });
    const effects = effectsOf(play(home(), byWallet, press('retry-other-amount')));
    expect(effects.map((effect) => effect.do)).toEqual(['choose-pack', 'tokenise']);
  });

  it('a smaller pack that the card cannot pay leads to a method that can', () => {
    const only24 = { ...SMALLER_PACK, methods: SMALLER_PACK.methods.filter(({ payType }) => payType === 24) };
    const end = ended('balance', saved(valid13), { smallerPack: only24 });
    const next = play(home([valid13]), end, press('retry-other-amount'))[0];
    expect([stepNames(next), methodOf(next)]).toEqual([['home'], { kind: 'new-card', payType: 24 }]);
  });
});

describe('update and pay', () => {
  it('goes to the date of the card that was used, and pays at once', () => {
    const next = play(home([valid13]), ended('expire', saved(valid13)), press('update-and-pay'))[0];
    expect(topStep(next)).toEqual({ at: 'modify-expiry', card: valid13, isPaidAfter: true });
  });

  it('a card that is not kept is typed again, with its new date', () => {
    const next = play(home(), ended('expire', UNSAVED), press('update-and-pay'))[0];
    expect(topStep(next).at).toBe('new-card');
  });

  it('[RES-04] is for pay type 23 only', () => {
    const state = play(home([valid17]), ended('expire', saved(valid17), { payType: 27 }))[0];
    expect(play(state, press('update-and-pay'))).toEqual([state]);
  });
});

describe('the same amount again', () => {
  const again = (group: 'A' | 'B', used: UsedCard, cards = [valid13, older13, unremembered13]) =>
    play(home(cards, { group }), ended('success', used), press('repeat-same-amount'));

  it('group A sees HOME with the same method chosen', () => {
    const next = again('A', saved(older13));
    expect([stepNames(next[0]), cardOf(next[0])]).toEqual([['home'], older13]);
    expect(methodOf(again('A', WALLET)[0])).toEqual({ kind: 'wallet' });
    expect(effectsOf(again('A', WALLET))).toEqual([]);
  });

  it('group B goes straight to the CVV step', () => {
    expect(topStep(again('B', saved(older13))[0])).toEqual({ at: 'cvv', card: older13 });
  });

  it.each(['A', 'B'] as const)(
    '[CRD-10] group %s: the same amount again with a card that was not saved pays nothing, and a new card is chosen',
    (group) => {
      const next = again(group, saved(unremembered13));
      expect([stepNames(next[0]), effectsOf(next)]).toEqual([['home'], []]);
      expect(methodOf(next[0])).toEqual({ kind: 'new-card', payType: 23 });
    },
  );

  it("group B opens the wallet's own sheet", () => {
    expect(effectsOf(again('B', WALLET))).toEqual([
      { do: 'tokenise', from: { kind: 'wallet', payType: 25 } },
    ]);
  });

  it.each([UNSAVED, LOADING])('group B falls back to A when the card is $kind', (used) => {
    const next = again('B', used);
    expect([stepNames(next[0]), effectsOf(next)]).toEqual([['home'], []]);
    expect(methodOf(next[0])).toEqual({ kind: 'new-card', payType: 23 });
  });

  it('a card is never charged by this press alone, not even where no CVV is needed', () => {
    const next = play(
      home([valid17], { group: 'B', withoutCvv: [27] }),
      ended('success', saved(valid17)),
      press('repeat-same-amount'),
    );
    expect([stepNames(next[0]), effectsOf(next)]).toEqual([['home', 'cvv'], []]);
  });

  it('a card that the provider names while the panel is open is there for group B', () => {
    const next = play(
      home([], { group: 'B' }),
      ended('success', LOADING),
      { type: 'used-card-read', used: saved(valid13) },
      press('repeat-same-amount'),
    )[0];
    expect(topStep(next)).toEqual({ at: 'cvv', card: valid13 });
  });
});

describe('the panel', () => {
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

  it.each(shown)('%s: only the buttons it shows do anything, and Back closes it', (outcome) => {
    const state = play(home([valid13]), ended(outcome, saved(valid13)))[0];
    const buttons: readonly ResultButton[] = RESULT_BUTTONS[outcome]({ payType: 23, hasSmallerPack: false });
    for (const button of EVERY_BUTTON) {
      const next = play(state, press(button));
      expect(next[0] !== state || effectsOf(next).length > 0).toBe(buttons.includes(button));
    }
    expect(stepNames(play(state, BACK)[0])).toEqual(['home']);
  });

  it('[RES-05] refresh reloads the page', () => {
    expect(effectsOf(play(home(), ended('high-risk', WALLET), press('refresh')))).toEqual([{ do: 'reload' }]);
  });

  it('[ORD-08] not-active is hidden: the payer is at HOME', () => {
    expect(play(home(), ended('not-active', UNSAVED))[0].at).toBe('left');
    expect(stepNames(play(home(), ended('not-active', UNSAVED))[0])).toEqual(['home']);
  });

  it('another card: HOME if one is remembered, else the frame of a new one, on a clean stack', () => {
    const refused = ended('other', saved(valid13));
    const two = play(home([valid13, older13]), confirm(), refused, OTHER_CARD)[0];
    expect([stepNames(two), cardOf(two)]).toEqual([['home'], older13]);
    expect(stepNames(play(home([valid13]), confirm(), refused, OTHER_CARD)[0])).toEqual(['home', 'new-card']);
  });

  it('[UX 2.6] the wallet instead: HOME with it chosen by hand; nothing where there is none, or after a success', () => {
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

  it('after a success the cards are read again', () => {
    expect(effectsOf(play(home(), ended('success', UNSAVED)))).toContainEqual({ do: 'read-cards' });
    expect(effectsOf(play(home(), ended('other', UNSAVED)))).not.toContainEqual({ do: 'read-cards' });
  });
});
