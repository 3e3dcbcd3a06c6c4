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
type ComparedSettings = Only<Settings, 'recommended' | 'extraRecommended' | 'payGroup'>;

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

function areSameSettings(one: ComparedSettings, other: ComparedSettings): boolean {
  return (
    one.payGroup === other.payGroup &&
    one.extraRecommended === other.extraRecommended &&
    areSame(one.recommended, other.recommended)
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
