import type { Brand } from '../brand.ts';
import type { Estimate } from '../local-money.ts';
import type { UsdCents } from '../money.ts';
import type { PayType } from '../pay-type/pay-type.ts';
import { sorted } from '../sorted.ts';

/** The id of a pack as it is sold through some payment methods. The server looks up its price and gems in the catalogue. */
export type RechargeId = Brand<string, 'RechargeId'>;

/** A row of the catalogue on the wire: one pack, as it is sold through the listed payment methods. */
export interface GemPackRow {
  readonly rechargeId: RechargeId;
  readonly priceUsdCents: UsdCents;
  /** All gems of the pack, including the bonus. */
  readonly gems: number;
  readonly bonusGems: number;
  readonly payTypes: readonly PayType[];
  /** The pack's own picture, if it has one. */
  readonly iconUrl?: string;
  readonly estimate?: Estimate;
}

export interface PayMethod {
  readonly payType: PayType;
  readonly rechargeId: RechargeId;
}

/** A pack as the visitor chooses it: one amount, with every method to pay it. */
export interface GemPack {
  readonly priceUsdCents: UsdCents;
  readonly gems: number;
  readonly bonusGems: number;
  /** The recharge id of its first method. An order has the recharge id of the chosen method. */
  readonly rechargeId: RechargeId;
  readonly methods: readonly PayMethod[];
  readonly iconUrl?: string;
  /** The price in local currency, where it can be estimated. */
  readonly estimate?: Estimate;
}

/** The gems without the bonus, shown crossed out; null without a bonus. */
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

/** Rows of the same amount become one pack, cheapest first; the first row gives the pack's other fields. */
export function groupPacks(rows: readonly GemPackRow[]): GemPack[] {
  const packs = new Map<UsdCents, GemPack>();
  for (const row of rows) {
    if (row.payTypes.length === 0) continue; // a row without any method
    const methods: PayMethod[] = row.payTypes.map((payType) => ({ payType, rechargeId: row.rechargeId }));
    const known = packs.get(row.priceUsdCents);
    packs.set(
      row.priceUsdCents,
      known
        ? { ...known, methods: [...known.methods, ...methods] }
        : {
            priceUsdCents: row.priceUsdCents,
            gems: row.gems,
            bonusGems: row.bonusGems,
            rechargeId: row.rechargeId,
            methods,
            ...(row.iconUrl === undefined ? {} : { iconUrl: row.iconUrl }),
            ...(row.estimate === undefined ? {} : { estimate: row.estimate }),
          },
    );
  }
  return sorted(packs.values(), (a, b) => a.priceUsdCents - b.priceUsdCents);
}

export function methodFor(pack: GemPack, payType: PayType): PayMethod | null {
  return pack.methods.find((method) => method.payType === payType) ?? null;
}

/** The amount that the operator promotes comes first among the recommended ones, without repetition. */
export function orderRecommendations(
  recommended: readonly UsdCents[],
  extraRecommended: UsdCents | null,
): UsdCents[] {
  if (extraRecommended === null) return [...recommended];
  return [extraRecommended, ...recommended.filter((amount) => amount !== extraRecommended)];
}

/** The pack with the most gems per cent, or null if no pack is better than all others. */
export function bestValuePack(packs: readonly GemPack[]): GemPack | null {
  // Compared by cross multiplication, because divisions could round to a tie.
  const isBetter = (a: GemPack, b: GemPack) => a.gems * b.priceUsdCents > b.gems * a.priceUsdCents;
  return packs.find((pack) => packs.every((other) => other === pack || isBetter(pack, other))) ?? null;
}

export type PackBadge = 'last-time' | 'recommended' | 'best-value';

/** At most one badge per pack; the payer's own history comes before our recommendation. */
export function packBadge(
  pack: GemPack,
  facts: {
    readonly lastPaid: UsdCents | null;
    readonly recommended: readonly UsdCents[];
    readonly bestValue: GemPack | null;
  },
): PackBadge | null {
  if (pack.priceUsdCents === facts.lastPaid) return 'last-time';
  if (facts.recommended.includes(pack.priceUsdCents)) return 'recommended';
  return pack === facts.bestValue ? 'best-value' : null;
}

/** The next smaller pack, for a payer whose card lacked funds. */
export function smallerPack(packs: readonly GemPack[], refused: UsdCents): GemPack | null {
  return packs.filter((pack) => pack.priceUsdCents < refused).at(-1) ?? null;
}
