import { describe, expect, it } from 'vitest';
import {
  PROVIDER_NUMBERS,
  ADYEN,
  CARD_PROVIDERS,
  cardHabitsOf,
  CHECKOUT_COM,
  PAYERMAX,
  PROVIDERS,
  takesCards,
} from './providers.ts';

/** The providers that the requirements name; later ones are not tested here. */
const NAMED = [6, 13, 17, 18, 19, 30];
const isNamed = (provider: number) => NAMED.includes(provider);

const habits = CARD_PROVIDERS.map((provider) => PROVIDERS[provider].card);

describe('the providers', () => {
  it('[TYP-01] the providers named in the requirements exist, and three of them take cards', () => {
    expect([PAYERMAX, CHECKOUT_COM, ADYEN]).toEqual([6, 13, 17]);
    expect(PROVIDER_NUMBERS.filter(isNamed)).toEqual(NAMED);
    expect(CARD_PROVIDERS.filter(isNamed)).toEqual([6, 13, 17]);
    expect(PROVIDER_NUMBERS.filter(takesCards)).toEqual(CARD_PROVIDERS);
  });

  it('each connected provider has its own folder, and every card provider is connected', () => {
    const folders = PROVIDER_NUMBERS.map((provider) => PROVIDERS[provider].folder);
    expect(folders).toEqual(
      expect.arrayContaining(['payermax', 'checkout-com', 'adyen', 'stripe', 'tap', 'demo']),
    );
    expect(new Set(folders).size).toBe(folders.length);
    expect(folders.filter((folder) => !/^[a-z]+(-[a-z]+)*$/.test(folder))).toEqual([]);
    expect(PROVIDER_NUMBERS).toEqual(expect.arrayContaining([...CARD_PROVIDERS, 18, 19, 30]));
  });

  it('no two providers share a pay type, a rank or a prefix of saved-card ids', () => {
    const payTypes = PROVIDER_NUMBERS.flatMap((number) => PROVIDERS[number].wallets as readonly number[]);
    const all = [...payTypes, ...habits.map(({ payType }) => payType)];
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(habits.map(({ turn }) => turn)).size).toBe(habits.length);
    expect(new Set(habits.map(({ savedCardIdPrefix }) => savedCardIdPrefix)).size).toBe(habits.length);
  });

  it('the saved-card ids of exactly one provider have no prefix', () => {
    expect(habits.filter(({ savedCardIdPrefix }) => savedCardIdPrefix === '')).toHaveLength(1);
  });

  it('at least one card provider is offered to all visitors', () => {
    expect(habits.some(({ offer }) => offer === 'always')).toBe(true);
  });

  it('only Checkout.com updates expiry dates; only PayerMax asks for consent in its fields and opens its fields per pack', () => {
    const who = (does: 'updatesExpiry' | 'asksInFields' | 'opensForPack' | 'wantsBrowser') =>
      PROVIDER_NUMBERS.filter((number) => isNamed(number) && cardHabitsOf(number)?.[does]);
    expect(who('updatesExpiry')).toEqual([13]);
    expect(who('asksInFields')).toEqual([6]);
    expect(who('opensForPack')).toEqual([6]);
    expect(who('wantsBrowser')).toEqual([6, 17]);
    expect(cardHabitsOf(null)).toBeNull();
  });
});
