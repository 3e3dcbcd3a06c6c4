import type { CardSourceId } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { beginCheckout } from './checkout.ts';
import type { NamedStep } from './step-names.ts';
import { pageOf } from './step-stack.ts';
import type { CheckoutEvent } from './checkout-state.ts';
import {
  at,
  BACK,
  cardOf,
  CARDS,
  cardsRead,
  checkoutOf,
  chooseCard,
  chooseNewCard,
  confirm,
  effectsOf,
  ended,
  ENTRY,
  home,
  methodOf,
  NOW,
  OFFER,
  play,
  popupOf,
  press,
  stepNames,
  topStep,
  update,
} from './test/checkout-samples.ts';

const { valid13, older13, expired13, expired17, unremembered13 } = CARDS;

const named = (step: NamedStep, sourceId: CardSourceId | null = null): CheckoutEvent => ({
  type: 'step-named',
  step,
  sourceId,
  now: NOW,
});
const onlyThrough = (...cardChannels: readonly (23 | 24)[]): CheckoutEvent => ({
  type: 'offer-changed',
  offer: { ...OFFER, cardChannels },
  now: NOW,
});

describe('a step opened by its address', () => {
  const two = [valid13, older13];

  it.each<[NamedStep, string[]]>([
    ['home', ['home']],
    ['pay', ['home', 'cvv']],
    ['saved-cards', ['home', 'saved-cards']],
    ['new-card', ['home', 'new-card']],
    ['cvv', ['home', 'cvv']],
    ['modify-expiry', ['home', 'modify-expiry']],
  ])('the step address %s opens that step on top of HOME, wherever the payer was', (step, stack) => {
    for (const state of [home(two), play(home(two), { type: 'all-cards-pressed' })[0]])
      expect(stepNames(play(state, named(step, older13.sourceId))[0])).toEqual(stack);
  });

  it('a step address with a card opens the step for that card, also for an unremembered card', () => {
    expect(topStep(play(home(two), named('cvv', older13.sourceId))[0])).toMatchObject({ card: older13 });
    const unkept = play(home([unremembered13]), named('cvv', unremembered13.sourceId))[0];
    expect(topStep(unkept)).toEqual({ at: 'cvv-unremembered', card: unremembered13 });
    expect(topStep(play(home(two), named('modify-expiry', older13.sourceId))[0])).toMatchObject({
      card: older13,
      isPaidAfter: true,
    });
  });

  it('a step address that names a missing card opens the chosen card, or card entry if there is no card', () => {
    const gone = 'src_gone' as CardSourceId;
    expect(topStep(play(home(two), named('cvv', gone))[0])).toMatchObject({ at: 'cvv', card: valid13 });
    expect(topStep(play(home(), named('cvv', gone))[0]).at).toBe('new-card');
    expect(topStep(play(home(), named('modify-expiry', gone))[0]).at).toBe('new-card');
    expect(topStep(play(home(), named('saved-cards'))[0]).at).toBe('new-card');
  });

  it('the address of the CVV step shows the popup for an expired card instead of the step', () => {
    for (const [card, popup] of [
      [expired13, 'expired-card'],
      [expired17, 'not-updatable'],
    ] as const)
      expect(popupOf(play(home([card]), named('cvv', card.sourceId))[0])).toBe(popup);
  });

  it('a step address pays nothing by itself, and opens no step without a pack', () => {
    for (const step of ['pay', 'cvv', 'modify-expiry'] as const)
      expect(effectsOf(play(home(two), named(step, older13.sourceId)))).toEqual([]);
    const without = home(two, { offer: { ...OFFER, pack: null, wallet: null } });
    expect(stepNames(play(without, named('pay'))[0])).toEqual(['home']);
  });

  it('the address of HOME ends a shown result or payment, but closes no popup on HOME', () => {
    const paying = play(home(two), confirm(), confirm())[0];
    expect(stepNames(play(paying, named('home'))[0])).toEqual(['home']);
    const result = play(paying, ended('other', { kind: 'unsaved' }))[0];
    expect(at(play(result, named('home'))[0], 'choosing').checkout.above).toEqual([]);
    const prompted = play(home([expired13]), chooseCard(expired13), confirm())[0];
    expect(play(prompted, named('home'))).toEqual([prompted]);
  });
});

describe('the provider that takes a new card', () => {
  it('a new card goes to the provider that is best when the card fields open, and stays with it while the payer types', () => {
    const onFrame = play(home(), confirm())[0];
    expect(topStep(onFrame)).toEqual({ at: 'new-card', payType: 23 });
    const failing = play(onFrame, onlyThrough(24, 23))[0];
    expect(topStep(failing)).toEqual({ at: 'new-card', payType: 23 });
    const opened = play(failing, { type: 'frame-opened' })[0];
    expect([stepNames(opened), topStep(opened)]).toEqual([
      ['home', 'new-card'],
      { at: 'new-card', payType: 24 },
    ]);
    expect(play(opened, { type: 'frame-opened' })).toEqual([opened]);
  });

  it('when the provider of open card fields is not offered any more, the next provider takes the card on the same step', () => {
    const onFrame = play(home(), confirm())[0];
    const moved = play(onFrame, onlyThrough(24))[0];
    expect([stepNames(moved), topStep(moved)]).toEqual([
      ['home', 'new-card'],
      { at: 'new-card', payType: 24 },
    ]);
    expect(stepNames(play(onFrame, onlyThrough())[0])).toEqual(['home']);
  });

  it('a new card chosen by the payer stays chosen when another provider becomes the best one', () => {
    const chosen = play(home([valid13]), chooseNewCard(23), onlyThrough(24, 23))[0];
    expect(methodOf(chosen)).toEqual({ kind: 'new-card', payType: 24 });
    expect(checkoutOf(chosen).isPicked).toBe(true);
    expect(cardOf(play(home([valid13]), onlyThrough(24, 23))[0])).toBe(valid13);
  });
});

describe('what is stored and learnt after a payment', () => {
  it('a method chosen by the payer is stored for the next visit', () => {
    const remembered = (event: CheckoutEvent) => effectsOf(play(home([valid13, older13]), event));
    expect(remembered(chooseCard(older13))).toEqual([
      { do: 'keep-last', last: { card: 'src_older', payType: 23 } },
    ]);
    expect(remembered(chooseNewCard(23))).toEqual([{ do: 'keep-last', last: { card: null, payType: 23 } }]);
  });

  it('a test group that is loaded after the result is shown still decides what “same amount again” does', () => {
    const paid = play(home([valid13]), ended('success', { kind: 'saved', card: valid13 }))[0];
    expect(topStep(play(paid, press('repeat-same-amount'))[0]).at).toBe('home');
    const inB = play(paid, { type: 'group-known', group: 'B' }, press('repeat-same-amount'))[0];
    expect(topStep(inB).at).toBe('cvv');
    expect(play(paid, { type: 'group-known', group: 'A' })).toEqual([paid]);
  });

  it('a refused update of a card’s date and an unanswered one show different problems', () => {
    const sent = play(home([expired13]), update(expired13), confirm())[0];
    expect(play(sent, { type: 'update-failed', isRefused: true })[0]).toMatchObject({
      problem: 'expiry-refused',
    });
    expect(play(sent, { type: 'update-failed' })[0]).toMatchObject({ problem: 'expiry-not-updated' });
  });
});

describe('“same amount again” with a card that has just been remembered', () => {
  const remembered = { ...unremembered13, isRemembered: true };
  const reported = (one: typeof remembered): CheckoutEvent => ({
    type: 'used-card-read',
    used: { kind: 'saved', card: one },
  });
  const paid = play(home(), ended('success', { kind: 'loading' }), reported(unremembered13))[0];

  it('a card that was just remembered is chosen for “same amount again” before any list has it', () => {
    const next = play(paid, reported(remembered), press('repeat-same-amount'))[0];
    expect(cardOf(next)).toEqual(remembered);
  });

  it('an outdated card list deselects a card that was just remembered, and the next list selects it again', () => {
    const old = play(paid, reported(remembered), press('repeat-same-amount'), cardsRead(unremembered13))[0];
    expect(methodOf(old)?.kind).toBe('new-card');
    expect(cardOf(play(old, cardsRead(remembered))[0])).toEqual(remembered);
    const picked = play(old, named('home'), chooseNewCard(23), cardsRead(remembered))[0];
    expect(methodOf(picked)?.kind).toBe('new-card');
  });

  it('a card that the server reports for the order changes nothing unless it is the card just paid with', () => {
    expect(play(paid, reported(valid13))).toEqual([paid]);
  });
});

it('while a card’s date is only updated, the page below stays the list of cards or HOME', () => {
  const list = play(home([expired13]), { type: 'all-cards-pressed' }, update(expired13))[0];
  expect([topStep(list).at, pageOf(checkoutOf(list)).at]).toEqual(['modify-expiry', 'saved-cards']);
  expect(pageOf(checkoutOf(play(home([expired13]), update(expired13))[0])).at).toBe('home');
  expect(pageOf(checkoutOf(beginCheckout(ENTRY)[0])).at).toBe('home');
});

it('Back closes an update of a card’s date without a question', () => {
  expect(play(home([expired13]), update(expired13), BACK)[0]).toEqual(home([expired13]));
});

it('Back on the question whether to give up keeps the payer on the step', () => {
  const onCvv = play(home([valid13]), confirm())[0];
  expect(play(onCvv, BACK, BACK)[0]).toEqual(onCvv);
});

it('paying again after a refusal leads to card entry; after a success it starts a repurchase', () => {
  const again: CheckoutEvent = { type: 'pay-again-pressed', now: NOW };
  const after = (outcome: 'other' | 'verify' | 'success') =>
    play(home(), ended(outcome, { kind: 'unsaved' }), again)[0];
  expect(stepNames(after('other'))).toEqual(['home', 'new-card']);
  expect(stepNames(after('verify'))).toEqual(['home', 'new-card']);
  expect(after('success')).toMatchObject({ at: 'left', checkout: { scene: 'repurchase' } });
});
