import type { Brand } from '../brand.ts';
import type { Estimate } from '../local-money.ts';
import type { UsdCents } from '../money.ts';
import type { PayType } from '../pay-type/pay-type.ts';
import { sorted } from '../sorted.ts';

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

/** Flat rows become one pack per amount, cheapest first; the first row of an amount speaks for it. */
export function groupPacks(rows: readonly GemPackRow[]): GemPack[] {
  const packs = new Map<UsdCents, GemPack>();
  for (const row of rows) {
    if (row.payTypes.length === 0) continue; // nobody could pay it
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

/** The amount pushed by the operator leads the recommended ones, and is never named twice. */
export function orderRecommendations(
  recommended: readonly UsdCents[],
  extraRecommended: UsdCents | null,
): UsdCents[] {
  if (extraRecommended === null) return [...recommended];
  return [extraRecommended, ...recommended.filter((amount) => amount !== extraRecommended)];
}

/** The pack with the most gems per cent, or null when none is better than all the others. */
export function bestValuePack(packs: readonly GemPack[]): GemPack | null {
  // Cross-multiplied: integers cannot tie by rounding.
  const isBetter = (a: GemPack, b: GemPack) => a.gems * b.priceUsdCents > b.gems * a.priceUsdCents;
  return packs.find((pack) => packs.every((other) => other === pack || isBetter(pack, other))) ?? null;
}

export type PackBadge = 'last-time' | 'recommended' | 'best-value';

/** At most one badge a pack, and the payer's own history outranks our advice. */
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

/** The pack that a payer whose card held too little can still afford: the next pack down. */
export function smallerPack(packs: readonly GemPack[], refused: UsdCents): GemPack | null {
  return packs.filter((pack) => pack.priceUsdCents < refused).at(-1) ?? null;
}
