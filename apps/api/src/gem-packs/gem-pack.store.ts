import {
  isPayType,
  usdCents,
  type GemPackRow,
  type PackRestrictions,
  type RechargeId,
} from '@jawhara/domain';
import type { Fragment, Reader, Tx } from '../platform/postgres.ts';

/** A pack as it is stored. The estimate in local money is not part of it, because it depends on the visitor. */
export interface StoredPack extends Omit<GemPackRow, 'estimate'>, PackRestrictions {}

interface PackRow {
  recharge_id: string;
  price_usd_cents: number;
  gems: number;
  bonus_gems: number;
  pay_types: number[];
  is_hidden_from_new_payers: boolean;
  needs_login: boolean;
  icon_url: string | null;
}

function packOf(row: PackRow): StoredPack {
  return {
    rechargeId: row.recharge_id as RechargeId,
    priceUsdCents: usdCents(row.price_usd_cents),
    gems: row.gems,
    bonusGems: row.bonus_gems,
    payTypes: row.pay_types.filter(isPayType),
    isHiddenFromNewPayers: row.is_hidden_from_new_payers,
    needsLogin: row.needs_login,
    ...(row.icon_url === null ? {} : { iconUrl: row.icon_url }),
  };
}

/**
 * Reads all that a list of packs needs by one statement. The parts that read other tables come from the stores of those
 * tables; each gives one value.
 */
export async function packsOnSaleWith(
  db: Reader,
  parts: { readonly settings: Fragment; readonly delivered: Fragment },
): Promise<{
  readonly packs: StoredPack[];
  readonly settings: unknown;
  readonly delivered: unknown;
}> {
  // The catalogue has a few dozen rows at most, so all of it is read, as one JSON text, which costs less than as many rows.
  const [row] = await db<{ packs: PackRow[]; settings: unknown; delivered: unknown }[]>`
    select (
      select coalesce(json_agg(p order by p.price_usd_cents, p.recharge_id), '[]') from (
        select recharge_id, price_usd_cents, gems, bonus_gems, pay_types, is_hidden_from_new_payers, needs_login, icon_url
        from gem_packs where is_on_sale) p
    ) as packs, (${parts.settings}) as settings, ${parts.delivered} as delivered`;
  if (!row) throw new Error('a select without a table has no row');
  return { ...row, packs: row.packs.map(packOf) };
}

export async function packOnSale(db: Reader, rechargeId: RechargeId): Promise<StoredPack | null> {
  const [row] = await db<PackRow[]>`
    select recharge_id, price_usd_cents, gems, bonus_gems, pay_types, is_hidden_from_new_payers, needs_login, icon_url
    from gem_packs where recharge_id = ${rechargeId} and is_on_sale`;
  return row ? packOf(row) : null;
}

/** A pack that is for sale or was for sale. */
export interface CataloguePack extends StoredPack {
  readonly isOnSale: boolean;
}

/** All packs, the cheapest first, also those that are not for sale. */
export async function allPacks(db: Reader): Promise<CataloguePack[]> {
  const rows = await db<(PackRow & { is_on_sale: boolean })[]>`
    select recharge_id, price_usd_cents, gems, bonus_gems, pay_types, is_hidden_from_new_payers, needs_login, icon_url,
      is_on_sale
    from gem_packs order by price_usd_cents, recharge_id`;
  return rows.map((row) => ({ ...packOf(row), isOnSale: row.is_on_sale }));
}

/** Adds a pack, or changes the terms of an existing one. Its price and gems are not changed, because orders refer to them. */
export async function putPack(tx: Tx, pack: CataloguePack): Promise<void> {
  await tx`
    insert into gem_packs (recharge_id, price_usd_cents, gems, bonus_gems, pay_types, is_hidden_from_new_payers, needs_login,
      is_on_sale, icon_url)
    values (${pack.rechargeId}, ${pack.priceUsdCents}, ${pack.gems}, ${pack.bonusGems}, ${[...pack.payTypes]},
      ${pack.isHiddenFromNewPayers}, ${pack.needsLogin}, ${pack.isOnSale}, ${pack.iconUrl ?? null})
    on conflict (recharge_id) do update set pay_types = excluded.pay_types, needs_login = excluded.needs_login,
      is_hidden_from_new_payers = excluded.is_hidden_from_new_payers, is_on_sale = excluded.is_on_sale,
      icon_url = excluded.icon_url`;
}
