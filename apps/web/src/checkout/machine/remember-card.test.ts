import type { SavedCard } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { cardToRemember } from './remember-card.ts';
import type { UsedCard } from './checkout-state.ts';
import {
  at,
  cardOf,
  CARDS,
  cardsRead,
  effectsOf,
  ended,
  home,
  play,
  press,
} from './test/checkout-samples.ts';

const { valid13, older13, unremembered13, valid17 } = CARDS;
const saved = (card: SavedCard): UsedCard => ({ kind: 'saved', card });
const WALLET: UsedCard = { kind: 'wallet' };
const UNSAVED: UsedCard = { kind: 'unsaved' };
const LOADING: UsedCard = { kind: 'loading' };

describe('remembering a card', () => {
  const paidWith = (used: UsedCard, cards = [valid13]) =>
    at(play(home(cards), ended('success', used))[0], 'ended');
  const asks = (state: ReturnType<typeof paidWith>) =>
    cardToRemember(state.end?.used ?? UNSAVED, state.checkout.cards) !== null;

  it('[CRD-06] the payer is asked to remember a card only after a success with a card that is not remembered', () => {
    expect(asks(paidWith(saved(unremembered13)))).toBe(true);
    expect(asks(paidWith(saved(valid13)))).toBe(false);
    const unremembered17 = { ...valid17, isRemembered: false };
    expect(asks(paidWith(saved(unremembered17)))).toBe(true);
    for (const used of [WALLET, UNSAVED, LOADING]) expect(asks(paidWith(used))).toBe(false);
  });

  it('[CRD-06] the payer is also asked to remember a card that the provider reports after the result is shown', () => {
    const waiting = paidWith(LOADING);
    const named = play(waiting, { type: 'used-card-read', used: saved(unremembered13) })[0];
    expect(asks(at(named, 'ended'))).toBe(true);
  });

  it('[CRD-06] the payer is not asked about a typed card that is remembered already', () => {
    const sameCard = { ...unremembered13, fingerprint: valid13.fingerprint };
    expect(asks(paidWith(saved(sameCard)))).toBe(false);
  });

  it('[CRD-06] a remembered card becomes the last used card and pay type, an unremembered card does not', () => {
    const waiting = play(home([valid13]), ended('success', LOADING));
    const named = (card: SavedCard) => play(waiting, { type: 'used-card-read', used: saved(card) });
    const yes = named({ ...unremembered13, isRemembered: true });
    expect(effectsOf(yes)).toContainEqual({
      do: 'keep-last',
      last: { card: 'src_unremembered', payType: 23 },
    });
    expect(effectsOf(named(unremembered13)).map((effect) => effect.do)).not.toContain('keep-last');
    const read = cardsRead(valid13, { ...unremembered13, isRemembered: true });
    expect(cardOf(play(yes, press('close'), read)[0])?.sourceId).toBe('src_unremembered');
  });

  it('the method that paid is stored as the method for the next purchase', () => {
    const remembered = (used: UsedCard, payType: 23 | 25) =>
      effectsOf(play(home([valid13, older13]), ended('success', used, { payType })));
    expect(remembered(saved(older13), 23)).toContainEqual({
      do: 'keep-last',
      last: { card: 'src_older', payType: 23 },
    });
    expect(remembered(WALLET, 25)).toContainEqual({ do: 'keep-last', last: { card: 'wallet', payType: 25 } });
  });
});
