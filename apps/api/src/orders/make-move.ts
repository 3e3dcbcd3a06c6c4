import { isUndecided, type OrderState } from '@jawhara/domain';
import type { Tx } from '../platform/postgres.ts';
import type { OrderContext } from './order-context.ts';
import { moveOrder, writeEvent, type Move, type OrderEvent, type StoredOrder } from './order.store.ts';

/** Decided orders rest; undecided and paid ones are looked after until they are delivered. */
function lookAfter(context: OrderContext, to: OrderState, at: Date): Date | null {
  return isUndecided(to) || to === 'paid' ? soonAfter(context, at) : null;
}

function soonAfter(context: OrderContext, at: Date): Date {
  return new Date(at.getTime() + context.timing.neglectedAfterMs);
}

/** A move and its line in the order's story, or neither. */
export async function makeMove(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  move: Omit<Move, 'at' | 'lookAfter' | 'rivalsLookAfter'>,
  story: Pick<OrderEvent, 'kind' | 'detail'>,
): Promise<'moved' | 'not-allowed'> {
  const at = context.now();
  const moved = await moveOrder(tx, order.id, {
    ...move,
    at,
    lookAfter: lookAfter(context, move.to, at),
    rivalsLookAfter: soonAfter(context, at),
  });
  if (moved === 'not-allowed') return moved;
  context.watch.moved(order.id, order.state, move.to);
  await tellStory(tx, context, order, { ...story, from: order.state, to: move.to });
  return 'moved';
}

export async function tellStory(
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
