import {
  goneBack,
  moneyText,
  orderNumber,
  returnsOf,
  usdMoney,
  type AlertKind,
  type Money,
  type OrderFacts,
  type OrderId,
  type PaymentFact,
  type ProviderNumber,
} from '@jawhara/domain';
import type { StoredOrder } from '../../orders/order.store.ts';
import { requireOrder } from '../../orders/order.store.ts';
import { refundsOf } from '../../orders/returns/refund.store.ts';
import { factsOf } from '../../orders/delivery/write-books.ts';
import type { Reader } from '../../platform/postgres.ts';
import { refused, type Refused } from '../refusals.ts';

export interface WrongAmountWanted {
  readonly orderId: OrderId;
  /** The provider's id of the payment, where several wait. */
  readonly providerPaymentId: string | null;
}

export interface WrongAmount {
  readonly number: string;
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string;
  readonly came: Money;
  readonly price: Money;
}

/** Alerts that end when somebody has decided about the money. */
export const ENDED_BY_DECISION: readonly AlertKind[] = ['amount-mismatch', 'amount-contradicted'];

/** Money of another amount than the price that still lies with us and is not on its way back. */
export async function wrongAmountsLeft(db: Reader, order: StoredOrder): Promise<PaymentFact[]> {
  const facts: OrderFacts = await factsOf(db, order);
  const refunds = await refundsOf(db, order.id);
  return facts.payments.filter(
    (payment) =>
      payment.standing === 'wrong-amount' &&
      goneBack(payment.money, returnsOf(payment, facts)).minorUnits === 0 &&
      !refunds.some(
        ({ provider, providerPaymentId, state }) =>
          state === 'due' && provider === payment.provider && providerPaymentId === payment.providerPaymentId,
      ),
  );
}

/** The one that a person decides about. */
export async function wrongAmountMeant(
  db: Reader,
  { orderId, providerPaymentId }: WrongAmountWanted,
): Promise<WrongAmount | Refused> {
  const order = await requireOrder(db, orderId);
  const waiting = await wrongAmountsLeft(db, order);
  const meant =
    providerPaymentId === null
      ? waiting
      : waiting.filter((payment) => payment.providerPaymentId === providerPaymentId);
  const [payment, another] = meant;
  if (payment === undefined) return refused('no-wrong-amount');
  if (another !== undefined)
    return refused(
      'several-wrong-amounts',
      meant.map(({ providerPaymentId: id, money }) => `${id} (${moneyText(money)})`).join(', '),
    );
  return {
    number: orderNumber(orderId),
    provider: payment.provider,
    providerPaymentId: payment.providerPaymentId,
    came: payment.money,
    price: usdMoney(order.priceUsdCents),
  };
}
