import type { RechargeList } from '@jawhara/contract';
import {
  estimateOf,
  isPackOffered,
  LOCAL_CURRENCIES,
  localMoneyIn,
  type AccountId,
  type ExchangeRates,
  type LocalMoney,
} from '@jawhara/domain';
import type { Db, Fragment } from '../platform/postgres.ts';
import { settingsIn, settingsNow, type Settings } from '../site-config/site-config.store.ts';
import { packsOnSaleWith, type StoredPack } from './gem-pack.store.ts';

/**
 * Whether gems were ever delivered to this recipient, or for an order of this device. A port to orders, which belong to
 * another folder.
 */
export interface PayerHistory {
  /** A part of a statement that gives one JSON value of the type `Delivered`. */
  delivered(db: Db, to: { readonly recipientId: AccountId | null; readonly device: string }): Fragment;
}

export interface Delivered {
  readonly account: boolean;
  readonly device: boolean;
}

/** The visitor who asks for the list of packs, and the recipient for whom they want to buy. */
export interface ListAsking {
  readonly recipientId: AccountId | null;
  readonly device: string;
  readonly isLoggedIn: boolean;
  readonly country: string | null;
}

/** The packs on sale, and the facts that decide which of them this visitor may see. */
export interface ListFacts {
  readonly packs: readonly StoredPack[];
  readonly settings: Settings;
  readonly isNewAccount: boolean;
  readonly isNewDevice: boolean;
  readonly isLoggedIn: boolean;
  /** The currency in which prices are estimated for this visitor. */
  readonly localMoney: LocalMoney | null;
}

export async function readListFacts(
  db: Db,
  history: PayerHistory,
  asking: ListAsking,
  now: Date,
): Promise<ListFacts> {
  const read = await packsOnSaleWith(db, {
    settings: settingsNow(db),
    delivered: history.delivered(db, asking),
  });
  const { packs } = read;
  const delivered = read.delivered as Delivered;
  const settings = settingsIn(read.settings);
  return {
    packs,
    settings,
    isNewAccount: !delivered.account,
    isNewDevice: !delivered.device,
    isLoggedIn: asking.isLoggedIn,
    localMoney: localMoneyIn(asking.country, settings.exchangeRates, now),
  };
}

export function listGemPacks(facts: ListFacts): RechargeList {
  const { packs, settings, isNewAccount, isNewDevice, isLoggedIn, localMoney } = facts;
  const isNewPayer = isNewAccount && isNewDevice;
  return {
    rows: packs
      .filter((pack) => isPackOffered(pack, { isNewPayer, isLoggedIn }))
      .map((pack) =>
        localMoney === null ? pack : { ...pack, estimate: estimateOf(pack.priceUsdCents, localMoney) },
      ),
    recommended: settings.recommended,
    extraRecommended: settings.extraRecommended,
    isNewPayer,
    isNewAccount,
    isNewDevice,
    payGroup: settings.payGroup,
  };
}

/**
 * A field that is added to the type and not compared below does not compile. Otherwise an old list would be shown after
 * a change.
 */
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

/** Whether packs and settings are the same in both, so that the same visitor would see the same list. */
export function isSameOffer(one: ListFacts, other: ListFacts): boolean {
  return (
    areSameSettings(one.settings, other.settings) &&
    one.packs.length === other.packs.length &&
    one.packs.every((pack, place) => isSamePack(pack, other.packs[place]))
  );
}
