import type { OrderId, RefusalOutcome } from '@jawhara/domain';
import { inTransaction } from '../platform/postgres.ts';
import { markExpiredByBank } from '../saved-cards/saved-card.store.ts';
import { makeMove } from './make-move.ts';
import type { OrderContext } from './order-context.ts';
import { lockOrder } from './order.store.ts';
import { latestAttempt, markPayment, nameAttempt } from './payment.store.ts';

/** The moves that bring no money. Each is harmless to repeat and to be late with: the guard of the move decides. */

export async function awaitPayer(
  context: OrderContext,
  orderId: OrderId,
  challenge: { readonly providerPaymentId: string; readonly url: string },
): Promise<null> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    await nameAttempt(tx, orderId, challenge.providerPaymentId, context.now());
    if (order.state === 'awaiting-payer') return null;
    await makeMove(
      tx,
      context,
      order,
      { to: 'awaiting-payer', challengeUrl: challenge.url },
      { kind: 'bank-asked', detail: {} },
    );
    return null;
  });
}

export async function namePayment(
  context: OrderContext,
  orderId: OrderId,
  providerPaymentId: string | null,
): Promise<null> {
  if (providerPaymentId === null) return null;
  await inTransaction(context.db, (tx) => nameAttempt(tx, orderId, providerPaymentId, context.now()));
  return null;
}

export async function refuseOrder(
  context: OrderContext,
  orderId: OrderId,
  refusal: {
    readonly providerPaymentId: string | null;
    readonly outcome: RefusalOutcome;
    readonly code: string;
    readonly cardPrefix?: string;
  },
): Promise<null> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const at = context.now();
    const { providerPaymentId } = refusal;
    if (providerPaymentId !== null) {
      await nameAttempt(tx, orderId, providerPaymentId, at);
      await markPayment(tx, orderId, providerPaymentId, 'refused', at);
      // A refusal of an older attempt says nothing about the one that is under way.
      const latest = await latestAttempt(tx, orderId);
      if (latest !== null && latest.providerPaymentId !== providerPaymentId) return null;
    }
    const moved = await makeMove(
      tx,
      context,
      order,
      { to: 'refused', outcome: refusal.outcome, reasonCode: refusal.code },
      { kind: 'refused', detail: { outcome: refusal.outcome, code: refusal.code } },
    );
    if (moved === 'moved' && refusal.cardPrefix !== undefined) context.watch.declined(refusal.cardPrefix);
    // Only with the move: a late repetition must not undo a date that was updated since.
    if (moved === 'moved' && refusal.outcome === 'expire' && order.savedCardId !== null)
      await markExpiredByBank(tx, order.savedCardId);
    return null;
  });
}

export async function giveUpOrder(
  context: OrderContext,
  orderId: OrderId,
  to: 'cancelled' | 'expired',
  why: string,
): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.isHeld) return false;
    return (await makeMove(tx, context, order, { to }, { kind: to, detail: { why } })) === 'moved';
  });
}

/** The engine could not be reached: nothing was charged if nobody began, and the payer may safely try again. */
export async function withdrawUnbegun(context: OrderContext, orderId: OrderId): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.state !== 'created') return false;
    await makeMove(
      tx,
      context,
      order,
      { to: 'cancelled' },
      { kind: 'cancelled', detail: { why: 'engine-away' } },
    );
    return true;
  });
}
