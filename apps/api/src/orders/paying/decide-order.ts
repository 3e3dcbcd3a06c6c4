import type { Challenge, OrderId, ProviderNumber, RefusalOutcome } from '@jawhara/domain';
import { inTransaction, type Tx } from '../../platform/postgres.ts';
import type { RefusedCard } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { lookUpPayment } from '../base/connected-provider.ts';
import { makeMove } from '../base/make-move.ts';
import type { OrderContext } from '../base/order-context.ts';
import { endSilence } from '../base/raise-order-alert.ts';
import { lockIfFree, lockOrder, renewChallenge } from '../store/order.store.ts';
import {
  askAgainAfter,
  attemptsOf,
  closeAttempt,
  nameAttempt,
  nameRefusedCard,
  type Attempt,
} from '../store/payment.store.ts';

interface PaymentName {
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string | null;
}

/** State changes of an order that take no money. Each may be repeated or late: the guard of the state change refuses it then. */

export async function awaitPayer(
  context: OrderContext,
  orderId: OrderId,
  challengedPayment: PaymentName & Challenge,
): Promise<null> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const { provider, providerPaymentId } = challengedPayment;
    if (providerPaymentId !== null)
      await nameAttempt(tx, orderId, { provider, providerPaymentId }, context.now());
    // A challenge of another provider comes too late: the payer pays with the order's current provider.
    if (provider !== order.provider) return null;
    const challenge: Challenge =
      challengedPayment.way === 'native'
        ? { way: challengedPayment.way, action: challengedPayment.action }
        : { way: challengedPayment.way, url: challengedPayment.url };
    if (order.state === 'awaiting-payer') {
      await renewChallenge(tx, orderId, challenge);
      return null;
    }
    await makeMove(
      tx,
      context,
      order,
      { to: 'awaiting-payer', challenge },
      { kind: 'bank-asked', detail: { way: challenge.way } },
    );
    return null;
  });
}

export async function namePayment(
  context: OrderContext,
  orderId: OrderId,
  { provider, providerPaymentId }: PaymentName,
  alongside?: (tx: Tx) => Promise<void>,
): Promise<null> {
  if (providerPaymentId === null && alongside === undefined) return null;
  await inTransaction(context.db, async (tx) => {
    if (providerPaymentId !== null)
      await nameAttempt(tx, orderId, { provider, providerPaymentId }, context.now());
    await alongside?.(tx);
  });
  return null;
}

type Refusal = PaymentName & {
  readonly outcome: RefusalOutcome;
  readonly code: string;
  readonly cardPrefix?: string;
  readonly refusedWith?: RefusedCard;
};

/**
 * [ORD-15] A webhook reports a refused payment while an attempt has no payment id: the payment may be that attempt's. A
 * provider with look-ups is queried at once. One without makes one payment per attempt, so the webhook decides the
 * attempt.
 */
export async function hearRefusal(
  context: OrderContext,
  providers: ProviderRegistry,
  orderId: OrderId,
  refusal: Refusal,
): Promise<null> {
  const { provider, providerPaymentId } = refusal;
  const attempts = await attemptsOf(context.db, orderId);
  const unnamed = attempts.find((one) => one.provider === provider && one.providerPaymentId === null);
  // A provider that is not connected is queried once it is connected again.
  const canLookUp = !providers.has(provider) || providers.get(provider).can.lookUp;
  if (providerPaymentId === null || unnamed === undefined || !canLookUp)
    return refuseOrder(context, orderId, refusal);
  const { answer } = await lookUpPayment(context, providers, orderId, unnamed);
  if (answer.kind === 'refused') return refuseOrder(context, orderId, { ...answer, provider });
  await inTransaction(context.db, (tx) => askAgainAfter(tx, orderId, unnamed.attempt, context.now()));
  return null;
}

/** A card scheme of another form is not stored, and so not shown; it must not make recording the refusal fail. */
const SHOWN_SCHEME = /^[a-z0-9 _-]{1,40}$/i;

async function nameCard(
  tx: Tx,
  orderId: OrderId,
  attempts: readonly Attempt[],
  { provider, refusedWith }: Refusal,
): Promise<void> {
  const attempt = attempts.find((one) => one.provider === provider);
  if (refusedWith === undefined || attempt === undefined) return;
  if (!SHOWN_SCHEME.test(refusedWith.scheme) || !/^\d{4}$/.test(refusedWith.last4)) return;
  await nameRefusedCard(tx, orderId, attempt.attempt, refusedWith);
}

export async function refuseOrder(context: OrderContext, orderId: OrderId, refusal: Refusal): Promise<null> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const at = context.now();
    const { provider, providerPaymentId } = refusal;
    if (providerPaymentId !== null) await nameAttempt(tx, orderId, { provider, providerPaymentId }, at);
    const attempts = await attemptsOf(tx, orderId);
    const isOurs = attempts.some(
      (one) => one.provider === provider && one.providerPaymentId === providerPaymentId,
    );
    // A refused payment that belongs to none of our attempts changes nothing.
    if (providerPaymentId !== null && !isOurs) return null;
    await closeAttempt(tx, orderId, provider, { state: 'refused', at });
    await nameCard(tx, orderId, attempts, refusal);
    if (attempts.some((one) => one.provider === provider && one.state === 'gone'))
      await endSilence(tx, context, order, 'the provider says it was refused');
    // A refusal of an older attempt says nothing about the current one. A refusal is not final either while another
    // provider holds a wrong amount: "refused" would tell the payer that no money was taken.
    if (provider !== order.provider || order.isHeld) return null;
    const moved = await makeMove(
      tx,
      context,
      order,
      { to: 'refused', outcome: refusal.outcome, reasonCode: refusal.code },
      { kind: 'refused', detail: { outcome: refusal.outcome, code: refusal.code } },
    );
    if (moved === 'moved') context.watch.refused(refusal);
    // Only if the order moved: a late repeat must not mark a card expired whose date the payer has updated since.
    if (moved === 'moved' && refusal.outcome === 'expire' && order.savedCardId !== null)
      await context.cards.markExpiredByBank(tx, order.savedCardId);
    return null;
  });
}

export async function giveUp(
  tx: Tx,
  context: OrderContext,
  orderId: OrderId,
  to: 'cancelled' | 'expired',
  why: string,
): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order.isHeld) return false;
  return (await makeMove(tx, context, order, { to }, { kind: to, detail: { why } })) === 'moved';
}

export async function giveUpOrder(
  context: OrderContext,
  orderId: OrderId,
  to: 'cancelled' | 'expired',
  why: string,
): Promise<boolean> {
  return inTransaction(context.db, (tx) => giveUp(tx, context, orderId, to, why));
}

/**
 * Cancels an order after the engine could not be reached. If no payment was started, nothing was charged and the payer may safely
 * try again. If another transaction holds the lock it is about to start the payment, so we do not wait for it.
 */
export async function withdrawUnbegun(context: OrderContext, orderId: OrderId): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockIfFree(tx, orderId);
    if (order?.state !== 'created') return false;
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
