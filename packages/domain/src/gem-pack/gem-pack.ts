import type { Brand } from '../brand.ts';
import type { Estimate } from '../local-money.ts';
import type { UsdCents } from '../money.ts';
import type { PayType } from '../pay-type/pay-type.ts';

/** Names one pack as sold through one method; the server's catalogue turns it into a price and gems. */
export type RechargeId = Brand<string, 'RechargeId'>;

/** A row of the catalogue as the wire has it: one pack through some methods. */
export interface GemPackRow {
  readonly rechargeId: RechargeId;
  readonly priceUsdCents: UsdCents;
  /** All gems that arrive, the bonus included. */
  readonly gems: number;
  readonly bonusGems: number;
  readonly payTypes: readonly PayType[];
  /** A picture of its own, where it has one. */
  readonly iconUrl?: string;
  readonly estimate?: Estimate;
}

export interface PayMethod {
  readonly payType: PayType;
  readonly rechargeId: RechargeId;
}

/** A choice of the visitor: one amount, with every way to pay it. */
export interface GemPack {
  readonly priceUsdCents: UsdCents;
  readonly gems: number;
  readonly bonusGems: number;
  /** Of the first method; the order carries the one of the method chosen. */
  readonly rechargeId: RechargeId;
  readonly methods: readonly PayMethod[];
  readonly iconUrl?: string;
  /** The price in the visitor's own money, where it can be estimated. */
  readonly estimate?: Estimate;
}

/** The gems without the bonus, crossed out beside those that arrive; null where nothing was added. */
export function originalGems({ gems, bonusGems }: Pick<GemPack, 'gems' | 'bonusGems'>): number | null {
  return bonusGems > 0 ? gems - bonusGems : null;
}

export interface PackRules {
  readonly isNewPayer: boolean;
  readonly isLoggedIn: boolean;
}

export interface PackRestrictions {
  readonly isHiddenFromNewPayers: boolean;
  readonly needsLogin: boolean;
}

export function isPackOffered(pack: PackRestrictions, to: PackRules): boolean {
  if (pack.isHiddenFromNewPayers && to.isNewPayer) return false;
  return !pack.needsLogin || to.isLoggedIn;
}
