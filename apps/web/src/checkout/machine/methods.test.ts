import type { SavedCard } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { isWalletMissed, methodRows } from './methods.ts';
import { beginCheckout } from './checkout.ts';
import type { LastUsed, Method } from './checkout-state.ts';
import {
  cardOf,
  CARDS,
  cardsRead,
  checkoutOf,
  CHOOSE_WALLET,
  chooseCard,
  ENTRY,
  home,
  methodOf,
  OFFER,
  pack,
  play,
  WITHOUT_WALLET,
} from './test/checkout-samples.ts';

const names = (methods: readonly Method[]): string[] =>
  methods.map((method) => {
    if (method.kind === 'saved-card') return method.card.sourceId;
    return method.kind === 'new-card' ? `new ${method.payType}` : method.kind;
  });

const { valid13, older13, oldest13, valid17, expired13, unremembered13 } = CARDS;

describe('the rows of HOME', () => {
  it('if no method was used before, HOME lists the wallet and a new card with the best pay type that the pack has', () => {
    expect(names(methodRows(checkoutOf(home())))).toEqual(['wallet', 'new 23']);
    expect(names(methodRows(checkoutOf(home([], { offer: WITHOUT_WALLET }))))).toEqual(['new 23']);
    const only24 = { ...WITHOUT_WALLET, pack: pack(999, 24, 25) };
    expect(names(methodRows(checkoutOf(home([], { offer: only24 }))))).toEqual(['new 24']);
  });

  it('[CRD-04] HOME lists the wallet, at most three remembered cards, newest first, and a new card', () => {
    const cards = [oldest13, valid17, older13, valid13, unremembered13];
    const rows = names(methodRows(checkoutOf(home(cards))));
    expect(rows).toEqual(['wallet', 'src_valid', 'kept-valid', 'src_older', 'new 23']);
  });

  it('a card chosen from the list of all cards is among the cards on HOME', () => {
    const cards = [oldest13, valid17, older13, valid13];
    const chosen = play(home(cards), { type: 'all-cards-pressed' }, chooseCard(oldest13))[0];
    expect(names(methodRows(checkoutOf(chosen)))).toEqual([
      'wallet',
      'src_valid',
      'kept-valid',
      'src_oldest',
      'new 23',
    ]);
  });

  it('HOME lists an expired card, but no card whose pay type the pack does not have', () => {
    const offer = { ...OFFER, pack: pack(999, 23) };
    expect(names(methodRows(checkoutOf(home([valid17, expired13], { offer }))))).toEqual([
      'src_expired',
      'new 23',
    ]);
  });

  it('without cards HOME is in the mode “recent” after an earlier wallet payment, and otherwise in the mode “channel”', () => {
    expect(checkoutOf(home([], { last: { card: 'wallet', payType: 25 } })).mode).toBe('recent');
    expect(checkoutOf(home([])).mode).toBe('channel');
  });
});

describe('the chosen pay method', () => {
  const cards = [valid13, older13, expired13];
  const first = (last: LastUsed, from: readonly SavedCard[]) =>
    names([methodOf(home(from, { last }))].flatMap((m) => m ?? []))[0];

  it.each<[string, LastUsed, readonly SavedCard[], string]>([
    [
      'HOME begins with the last used card chosen',
      { card: older13.sourceId, payType: 23 },
      cards,
      'src_older',
    ],
    [
      'HOME begins with the wallet chosen when the wallet was used last',
      { card: 'wallet', payType: 25 },
      cards,
      'wallet',
    ],
    [
      'HOME begins with the newest card when the last used card is gone',
      { card: oldest13.sourceId, payType: 23 },
      cards,
      'src_valid',
    ],
    [
      'HOME begins with the newest card when the last used card has expired',
      { card: expired13.sourceId, payType: 23 },
      cards,
      'src_valid',
    ],
    [
      'HOME begins with the newest card when no last used card is known',
      { card: null, payType: 23 },
      cards,
      'src_valid',
    ],
    [
      'HOME begins with the wallet when the wallet was the last pay type and the only card has expired',
      { card: null, payType: 25 },
      [expired13],
      'wallet',
    ],
    [
      'HOME begins with a new card through the best channel, not through the last used one',
      { card: null, payType: 24 },
      [],
      'new 23',
    ],
    [
      'HOME never begins with a card that is not remembered',
      { card: unremembered13.sourceId, payType: 23 },
      [unremembered13],
      'new 23',
    ],
  ])('%s', (_title, last, from, expected) => {
    expect(first(last, from)).toBe(expected);
  });

  it('no pay method is chosen when none can be used; the wallet is chosen when no card can be used', () => {
    const none = { ...OFFER, pack: pack(999, 23), cardChannels: [24], wallet: null } as const;
    expect(methodOf(home([], { offer: none }))).toBeNull();
    expect(methodOf(home([], { offer: { ...OFFER, cardChannels: [] } }))).toEqual({ kind: 'wallet' });
  });

  it('cards that are loaded later change the chosen method only if the payer has not chosen one', () => {
    expect(cardOf(play(beginCheckout(ENTRY), cardsRead(valid13))[0])).toBe(valid13);
    const picked = play(beginCheckout(ENTRY), CHOOSE_WALLET, cardsRead(valid13))[0];
    expect(methodOf(picked)).toEqual({ kind: 'wallet' });
    expect(names(methodRows(checkoutOf(picked)))).toEqual(['wallet', 'new 23']);
  });

  it('a pay method that is not offered cannot be chosen', () => {
    const without = home([valid13], { offer: WITHOUT_WALLET });
    expect(play(without, CHOOSE_WALLET)).toEqual([without]);
    expect(play(without, chooseCard(older13))).toEqual([without]);
    expect(play(without, { type: 'method-chosen', method: { kind: 'new-card', payType: 27 } })).toEqual([
      without,
    ]);
  });
});

it.each([
  [26, true],
  [23, false],
] as const)(
  'a wallet that was used last, with pay type %i, and is not offered now is reported as missing: %s',
  (payType, isMissed) => {
    const checkout = checkoutOf(home([], { offer: WITHOUT_WALLET }));
    expect(isWalletMissed({ ...checkout, last: { card: 'wallet', payType } })).toBe(isMissed);
  },
);
