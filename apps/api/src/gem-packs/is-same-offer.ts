import { LOCAL_CURRENCIES, type ExchangeRates } from '@jawhara/domain';
import type { Settings } from '../site-config/site-config.store.ts';
import type { StoredPack } from './gem-pack.store.ts';
import type { ListFacts } from './list-gem-packs.ts';

/** A field that is added later and not compared here does not compile, instead of showing an old list. */
type Only<Type, Compared extends keyof Type> = Type & Record<Exclude<keyof Type, Compared>, never>;

type ComparedPack = Only<
  StoredPack,
  | 'rechargeId'
  | 'priceUsdCents'
  | 'gems'
  | 'bonusGems'
  | 'payTypes'
  | 'isHiddenFromNewPayers'
  | 'needsLogin'
  | 'iconUrl'
>;
type ComparedSettings = Only<Settings, 'recommended' | 'extraRecommended' | 'payGroup' | 'exchangeRates'>;

function areSame<Item>(some: readonly Item[], others: readonly Item[]): boolean {
  return some.length === others.length && some.every((item, place) => item === others[place]);
}

function isSamePack(one: ComparedPack, other: ComparedPack | undefined): boolean {
  return (
    other !== undefined &&
    one.rechargeId === other.rechargeId &&
    one.priceUsdCents === other.priceUsdCents &&
    one.gems === other.gems &&
    one.bonusGems === other.bonusGems &&
    one.isHiddenFromNewPayers === other.isHiddenFromNewPayers &&
    one.needsLogin === other.needsLogin &&
    one.iconUrl === other.iconUrl &&
    areSame(one.payTypes, other.payTypes)
  );
}

function areSameRates(one: ExchangeRates | null, other: ExchangeRates | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.asOf.getTime() === other.asOf.getTime() &&
    LOCAL_CURRENCIES.every((currency) => one.microsPerUsd[currency] === other.microsPerUsd[currency])
  );
}

function areSameSettings(one: ComparedSettings, other: ComparedSettings): boolean {
  return (
    one.payGroup === other.payGroup &&
    one.extraRecommended === other.extraRecommended &&
    areSame(one.recommended, other.recommended) &&
    areSameRates(one.exchangeRates, other.exchangeRates)
  );
}

/** Whether the same is for sale, under the same settings: then the same visitor sees the same list. */
export function isSameOffer(one: ListFacts, other: ListFacts): boolean {
  return (
    areSameSettings(one.settings, other.settings) &&
    one.packs.length === other.packs.length &&
    one.packs.every((pack, place) => isSamePack(pack, other.packs[place]))
  );
}
