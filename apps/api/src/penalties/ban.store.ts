import type { AccountId, BanId, FinePaid, KnownBan, LiftedBy, OrderId } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

/** Every ban the account ever had, which are few. */
export async function bansOf(db: Reader, accountId: AccountId): Promise<KnownBan[]> {
  return db<KnownBan[]>`
    select id, kind, cause_order_id as "causeOrderId", earlier_refund_bans as "earlierRefundBans", counts, since, until,
      lifted_by as "liftedBy"
    from bans where account_id = ${accountId} order by since, id`;
}

export interface NewBan {
  readonly accountId: AccountId;
  readonly kind: KnownBan['kind'];
  readonly causeOrderId: OrderId | null;
  readonly since: Date;
  readonly until?: Date | null;
}

/**
 * Returns true if the ban is new. A ban that an operator has lifted is not created again, however often its cause is reported.
 */
export async function giveBan(tx: Tx, ban: NewBan): Promise<boolean> {
  const insertedRows = await tx`
    insert into bans (account_id, kind, cause_order_id, since, until)
    select ${ban.accountId}, ${ban.kind}, ${ban.causeOrderId}::uuid, ${ban.since}, ${ban.until ?? null}::timestamptz
    where not exists (
      select from bans where account_id = ${ban.accountId} and cause_order_id = ${ban.causeOrderId}::uuid
        and (counts or lifted_by like 'person:%'))
    returning id`;
  return insertedRows.length === 1;
}

/** Lifts a ban. If it is lifted already, its date stays and only the reason is replaced. */
export async function liftBan(
  tx: Tx,
  id: BanId,
  { at, by }: { readonly at: Date; readonly by: LiftedBy },
): Promise<void> {
  await tx`update bans set lifted_at = coalesce(lifted_at, ${at}), lifted_by = ${by} where id = ${id}`;
}

/** Accounts with a ban whose end date has passed. */
export async function accountsWithEndedBans(db: Reader, now: Date, most: number): Promise<AccountId[]> {
  const rows = await db<{ id: AccountId }[]>`
    select account_id as id from bans where lifted_at is null and until <= ${now} order by until limit ${most}`;
  return [...new Set(rows.map(({ id }) => id))];
}

export async function reopenBan(tx: Tx, id: BanId): Promise<void> {
  await tx`update bans set lifted_at = null, lifted_by = null where id = ${id}`;
}

/**
 * Lifts a ban whose cause was undone, so that it no longer counts. If an operator had lifted the ban before, that stays recorded.
 */
export async function withdrawBan(
  tx: Tx,
  cause: { readonly accountId: AccountId; readonly orderId: OrderId; readonly at: Date },
): Promise<void> {
  await tx`
    update bans set counts = false, lifted_at = coalesce(lifted_at, ${cause.at}),
      lifted_by = case when lifted_by like 'person:%' then lifted_by else ${`dispute:${cause.orderId}`} end
    where account_id = ${cause.accountId} and cause_order_id = ${cause.orderId} and counts`;
}

/** Every fine that was ever paid for a ban of the account. */
export async function finesPaidOf(db: Reader, accountId: AccountId): Promise<FinePaid[]> {
  return db<FinePaid[]>`
    select ban_id as "banId", fine_order_id as "fineOrderId", paid_at as "paidAt", undone_at is not null as "isUndone",
      returned_because is not null as "isReturned"
    from fines_paid where account_id = ${accountId} order by paid_at, fine_order_id`;
}

/** A fine of an account: the order that paid it. */
export interface Fine {
  readonly accountId: AccountId;
  readonly orderId: OrderId;
}

export async function noteFinePaid(tx: Tx, fine: Fine, banId: BanId, at: Date): Promise<void> {
  await tx`
    insert into fines_paid (account_id, ban_id, fine_order_id, paid_at)
    values (${fine.accountId}, ${banId}, ${fine.orderId}, ${at}) on conflict do nothing`;
}

/** Marks a fine as no longer paid. True if it counted as paid before. */
export async function undoFine(tx: Tx, fine: Fine, at: Date): Promise<boolean> {
  const rows = await tx`
    update fines_paid set undone_at = ${at}
    where account_id = ${fine.accountId} and fine_order_id = ${fine.orderId} and undone_at is null returning ban_id`;
  return rows.length > 0;
}

/** Marks a fine as paid again. True if it counted as unpaid before. */
export async function redoFine(tx: Tx, fine: Fine): Promise<boolean> {
  const rows = await tx`
    update fines_paid set undone_at = null
    where account_id = ${fine.accountId} and fine_order_id = ${fine.orderId} and undone_at is not null returning ban_id`;
  return rows.length > 0;
}

/**
 * Records for which order's won dispute the fine is refunded. A repeat for that order finds the same fines; another order's
 * dispute refunds none of them again.
 */
export async function noteForNothing(tx: Tx, fine: Fine, because: OrderId): Promise<void> {
  await tx`
    update fines_paid set returned_because = ${because}
    where account_id = ${fine.accountId} and fine_order_id = ${fine.orderId}`;
}

export async function finesReturnedBecause(
  db: Reader,
  accountId: AccountId,
  because: OrderId,
): Promise<OrderId[]> {
  const rows = await db<{ id: OrderId }[]>`
    select distinct fine_order_id as id from fines_paid
    where account_id = ${accountId} and returned_because = ${because} order by 1`;
  return rows.map(({ id }) => id);
}

/** Stores an operator's correction of the number of earlier bans with one of the account's bans. */
export async function setEarlierRefundBans(tx: Tx, id: BanId, count: number): Promise<void> {
  await tx`update bans set earlier_refund_bans = ${count} where id = ${id}`;
}
