import type { OrderId } from '@jawhara/domain';
import { banAccount } from '../accounts/account.store.ts';
import { banForRefund } from '../fines/ban.store.ts';
import { takeBackOnce } from '../gems/ledger.store.ts';
import { inTransaction } from '../platform/postgres.ts';
import type { PaymentStep } from '../providers/provider.ts';
import { makeMove } from './make-move.ts';
import type { OrderContext } from './order-context.ts';
import { lockOrder } from './order.store.ts';
import { isKeptPayment } from './payment.store.ts';
import { raiseOrderAlert } from './raise-order-alert.ts';

export type Returned = Extract<PaymentStep, { kind: 'returned' }>;

const ENDS = { refund: 'refunded', chargeback: 'charged-back' } as const satisfies Record<
  Returned['how'],
  string
>;

/**
 * The money of a delivered order went back, so the gems go back too and the account is banned until its fine is paid.
 * Harmless to repeat. What is not that simple is left to a person: part of the money, or an order that was never delivered.
 */
export async function takeBack(context: OrderContext, orderId: OrderId, returned: Returned): Promise<null> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const { providerPaymentId, amountMinorUnits, how } = returned;
    // A second payment that we sent back ourselves was never part of the order.
    if (!(await isKeptPayment(tx, orderId, providerPaymentId))) return null;
    const detail = { providerPaymentId, how, amount: amountMinorUnits };
    if (amountMinorUnits !== null && amountMinorUnits !== order.priceUsdCents) {
      await raiseOrderAlert(tx, context, order, 'partial-refund', detail);
      return null;
    }
    const to = ENDS[how];
    if (order.state === 'refunded' || order.state === 'charged-back') return null;
    const moved = await makeMove(tx, context, order, { to }, { kind: to, detail: { providerPaymentId } });
    if (moved === 'not-allowed') {
      await raiseOrderAlert(tx, context, order, 'returned-before-delivery', detail);
      return null;
    }
    const at = context.now();
    await takeBackOnce(tx, order, `order ${orderId} was ${to}`, at);
    await banForRefund(tx, order.recipientId, at);
    await banAccount(tx, order.recipientId);
    await raiseOrderAlert(tx, context, order, 'gems-taken-back', detail);
    return null;
  });
}
