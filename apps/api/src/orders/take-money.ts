import { isGivenUp, isPaid, type OrderId } from '@jawhara/domain';
import { inTransaction } from '../platform/postgres.ts';
import type { MoneyTaken } from '../providers/provider.ts';
import { makeMove } from './make-move.ts';
import type { OrderContext } from './order-context.ts';
import { holdOrder, lockOrder, type StoredOrder } from './order.store.ts';
import { keepPayment } from './payment.store.ts';
import { raiseOrderAlert } from './raise-order-alert.ts';

export type Taken = 'taken' | 'held' | 'second-payment';

const CURRENCY = 'USD';

function isTheMoneyAskedFor(order: StoredOrder, money: MoneyTaken): boolean {
  return money.amountMinorUnits === order.priceUsdCents && money.currency === CURRENCY;
}

/** The provider says the money came. Compared, kept once, and never silently: every surprise is raised. */
export async function takeMoney(context: OrderContext, orderId: OrderId, money: MoneyTaken): Promise<Taken> {
  return inTransaction(context.db, async (tx): Promise<Taken> => {
    const order = await lockOrder(tx, orderId);
    if (!isTheMoneyAskedFor(order, money)) {
      await raiseOrderAlert(tx, context, order, 'amount-mismatch', {
        providerPaymentId: money.providerPaymentId,
        asked: order.priceUsdCents,
        came: money.amountMinorUnits,
        currency: money.currency,
      });
      if (!isPaid(order.state)) await holdOrder(tx, orderId);
      return 'held';
    }
    if (order.isHeld) return 'held';
    const kept = await keepPayment(tx, order, money, context.now());
    if (kept === 'second-payment') {
      await raiseOrderAlert(tx, context, order, 'second-payment', {
        providerPaymentId: money.providerPaymentId,
      });
      return 'second-payment';
    }
    if (isGivenUp(order.state)) {
      await raiseOrderAlert(tx, context, order, 'late-confirmation', { was: order.state });
    }
    await makeMove(
      tx,
      context,
      order,
      { to: 'paid' },
      { kind: 'paid', detail: { providerPaymentId: money.providerPaymentId } },
    );
    return 'taken';
  });
}
