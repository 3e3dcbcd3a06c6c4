import type { UsdCents } from '../money.ts';
import type { PayType } from '../pay-type/pay-type.ts';
import { sorted } from '../sorted.ts';
import type { GemPack, GemPackRow, PayMethod } from './gem-pack.ts';

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
