import { isToDeliver, isUndecided, type OrderState } from '@jawhara/domain';
import { hasParkedStep } from '../../alerts/alert.store.ts';
import type { Tx } from '../../platform/postgres.ts';
import { deadlineOf, type OrderContext } from './order-context.ts';
import { moveOrder, writeEvent, type Move, type OrderEvent, type StoredOrder } from '../store/order.store.ts';

/**
 * When the order is checked next: a paid one soon, to be delivered; an undecided one at its deadline, to expire; a decided
 * one never, unless one of its steps was parked: then the check does that work and ends the alert. Payment attempts have
 * check times of their own.
 */
function lookAfter(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  { to, at }: { readonly to: OrderState; readonly at: Date },
): Move['lookAfter'] {
  if (isUndecided(to)) return deadlineOf(context, order);
  const soon = new Date(at.getTime() + context.timing.neglectedAfterMs);
  return isToDeliver(to) ? soon : { at: soon, onlyIf: hasParkedStep(tx, order.id) };
}

/** Writes a state change of the order and its event in one transaction. */
export async function makeMove(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  move: Omit<Move, 'at' | 'lookAfter'>,
  story: Pick<OrderEvent, 'kind' | 'detail'>,
): Promise<'moved' | 'not-allowed'> {
  const at = context.now();
  const { kind, detail } = story;
  const moved = await moveOrder(
    tx,
    order.id,
    { ...move, at, lookAfter: lookAfter(tx, context, order, { to: move.to, at }) },
    { id: context.newId(), kind, from: order.state, detail },
  );
  if (moved === 'moved') context.watch.moved(order.id, order.state, move.to);
  return moved;
}

export async function addToStory(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  story: Pick<OrderEvent, 'kind' | 'detail'> & Partial<Pick<OrderEvent, 'from' | 'to'>>,
): Promise<void> {
  await writeEvent(tx, {
    id: context.newId(),
    orderId: order.id,
    recipientId: order.recipientId,
    at: context.now(),
    kind: story.kind,
    from: story.from ?? null,
    to: story.to ?? null,
    detail: story.detail,
  });
}
