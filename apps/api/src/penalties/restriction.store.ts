import type { CardFingerprint, LiftedBy, OrderId, RestrictedKind } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

/** An account by its number, a device by its digest, a card by its fingerprint. */
export interface Subject {
  readonly kind: RestrictedKind;
  readonly subject: string;
}

function columnsOf(subjects: readonly Subject[]): readonly [kinds: string[], subjects: string[]] {
  return [subjects.map(({ kind }) => kind), subjects.map(({ subject }) => subject)];
}

/**
 * Adds a row for an order and a subject. A restriction that was lifted because its dispute ended applies again; one that an
 * operator has lifted does not.
 */
export async function restrict(
  tx: Tx,
  subjects: readonly Subject[],
  { causeOrderId, since }: { readonly causeOrderId: OrderId; readonly since: Date },
): Promise<void> {
  const [kinds, names] = columnsOf(subjects);
  await tx`
    insert into payer_restrictions as r (subject_kind, subject, cause_order_id, since)
    select kind, subject, ${causeOrderId}::uuid, ${since}::timestamptz
    from unnest(${kinds}::text[], ${names}::text[]) as given (kind, subject)
    on conflict (subject_kind, subject, cause_order_id) do update
      set since = excluded.since, lifted_at = null, lifted_by = null
      where r.lifted_by like 'dispute:%'`;
}

/** Restrictions that this order still causes. */
export async function standingOf(db: Reader, causeOrderId: OrderId): Promise<readonly RestrictedKind[]> {
  const rows = await db<{ kind: RestrictedKind }[]>`
    select subject_kind as kind from payer_restrictions
    where cause_order_id = ${causeOrderId} and lifted_at is null order by subject_kind`;
  return rows.map(({ kind }) => kind);
}

/** Lifts all restrictions that this order caused, because its dispute was won or an operator decided so. */
export async function liftAllOf(
  tx: Tx,
  causeOrderId: OrderId,
  { at, by }: { readonly at: Date; readonly by: LiftedBy },
): Promise<void> {
  await tx`
    update payer_restrictions set lifted_at = coalesce(lifted_at, ${at}), lifted_by = ${by}
    where cause_order_id = ${causeOrderId} and (lifted_by is null or lifted_by like 'fine:%')`;
}

export async function liftForFine(
  tx: Tx,
  causeOrderId: OrderId,
  kinds: readonly RestrictedKind[],
  { at, by }: { readonly at: Date; readonly by: LiftedBy },
): Promise<void> {
  await tx`
    update payer_restrictions set lifted_at = ${at}, lifted_by = ${by}
    where cause_order_id = ${causeOrderId} and subject_kind = any(${[...kinds]}) and lifted_at is null`;
}

/** Applies restrictions again that a paid fine had lifted, because that fine was charged back or reversed. */
export async function restoreAfterFine(tx: Tx, causeOrderId: OrderId): Promise<void> {
  await tx`
    update payer_restrictions set lifted_at = null, lifted_by = null
    where cause_order_id = ${causeOrderId} and lifted_by like 'fine:%'`;
}

export async function restrictedAmong(
  db: Reader,
  subjects: readonly Subject[],
): Promise<readonly RestrictedKind[]> {
  const [kinds, names] = columnsOf(subjects);
  // Each column is compared with its own list, and the pairs are matched in code: a join with the two lists would make
  // the planner read the whole table.
  const rows = await db<Subject[]>`
    select distinct subject_kind as kind, subject from payer_restrictions
    where subject_kind = any(${kinds}) and subject = any(${names}) and lifted_at is null`;
  const isMeant = (row: Subject) =>
    subjects.some(({ kind, subject }) => kind === row.kind && subject === row.subject);
  return rows.filter(isMeant).map(({ kind }) => kind);
}

/** Whether this card is restricted. A typed card can be checked only after it has paid, when its fingerprint is known. */
export async function isCardRestricted(db: Reader, fingerprint: CardFingerprint): Promise<boolean> {
  return (await restrictedAmong(db, [{ kind: 'card', subject: fingerprint }])).length > 0;
}

/** Erases the payer from restrictions that were lifted. Restrictions in force stay, against fraud; returns how many stay. */
export async function eraseLiftedOf(tx: Tx, causeOrderIds: readonly OrderId[]): Promise<number> {
  const causes = [...causeOrderIds];
  await tx`
    update payer_restrictions set subject = 'erased' where cause_order_id = any(${causes}) and lifted_at is not null`;
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from payer_restrictions where cause_order_id = any(${causes}) and lifted_at is null`;
  return row?.count ?? 0;
}
