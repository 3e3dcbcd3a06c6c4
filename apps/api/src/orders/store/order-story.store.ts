import { parseLegalVersions, type LegalVersions, type OrderId, type OrderState } from '@jawhara/domain';
import type { Reader, Tx } from '../../platform/postgres.ts';

export interface StoryLine {
  readonly at: Date;
  readonly kind: string;
  readonly from: OrderState | null;
  readonly to: OrderState | null;
  readonly detail: unknown;
}

/** Orders by the last 45 bits of the id, the number that a payer reads out. Two orders share them once in many millions. */
export async function ordersByNumber(db: Reader, lastBits: number): Promise<OrderId[]> {
  const rows = await db<{ id: OrderId }[]>`
    select id from orders
    where (('x' || right(id::text, 12))::bit(48)::bigint & 35184372088831) = ${lastBits}::bigint`;
  return rows.map((row) => row.id);
}

export async function storyOf(db: Reader, orderId: OrderId): Promise<StoryLine[]> {
  return db<StoryLine[]>`
    select at, kind, from_state as from, to_state as to, detail
    from order_events where order_id = ${orderId} order by id`;
}

/** Versions of the legal texts that its payer was shown; null for an order from before they were recorded. */
export async function agreedVersionsOf(db: Reader, orderId: OrderId): Promise<LegalVersions | null> {
  const [row] = await db<{ agreed: string | null }[]>`
    select agreed_versions as agreed from orders where id = ${orderId}`;
  return row?.agreed ? parseLegalVersions(row.agreed) : null;
}

/** Orders to which something happened since the event with this id. */
export async function ordersWithEventsSince(
  db: Reader,
  firstEventId: string,
  most: number,
): Promise<OrderId[]> {
  const rows = await db<{ id: OrderId }[]>`
    select distinct order_id as id from order_events where id >= ${firstEventId} limit ${most}`;
  return rows.map(({ id }) => id);
}

export interface EventMonths {
  readonly made: number;
  /** The number of following months whose partitions exist. */
  readonly ahead: number;
}

/** Creates the monthly partitions of the next three months. While another process does so, it only counts those that exist. */
export async function keepEventMonths(tx: Tx): Promise<EventMonths> {
  const [months] = await tx<EventMonths[]>`select made, ahead from keep_order_event_months()`;
  if (!months) throw new Error('keep_order_event_months said nothing');
  return months;
}
