import {
  moneyText,
  orderNumber,
  orderVerb,
  usdMoney,
  type Money,
  type OrderId,
  type ProviderNumber,
} from '@jawhara/domain';
import { moneyOf } from '../../orders/base/write-books.ts';
import { requireOrder } from '../../orders/store/order.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { refused, type Refused } from '../refusals.ts';

export interface WrongAmountInput {
  readonly orderId: OrderId;
  /** The provider's id of the payment, where several wait. */
  readonly providerPaymentId: string | null;
}

export interface WrongAmount {
  readonly number: string;
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string;
  readonly came: Money;
  /** The part of it that is still with us and promised to no refund or return. */
  readonly left: Money;
  readonly price: Money;
}

/** The payment that an operator decides about with this verb. */
export async function wrongAmountMeant(
  db: Reader,
  verb: 'order release' | 'order send-back',
  { orderId, providerPaymentId }: WrongAmountInput,
): Promise<WrongAmount | Refused> {
  const order = await requireOrder(db, orderId);
  const answer = orderVerb(verb, await moneyOf(db, order));
  if (answer.kind === 'refused') return refused(answer.because);
  const meant = answer.payments.filter(
    ({ payment }) => providerPaymentId === null || payment.providerPaymentId === providerPaymentId,
  );
  const [first, another] = meant;
  if (first === undefined) return refused('no-wrong-amount');
  if (another !== undefined)
    return refused(
      'several-wrong-amounts',
      meant.map(({ payment, left }) => `${payment.providerPaymentId} (${moneyText(left)})`).join(', '),
    );
  const { payment, left } = first;
  return {
    number: orderNumber(orderId),
    provider: payment.provider,
    providerPaymentId: payment.providerPaymentId,
    came: payment.money,
    left,
    price: usdMoney(order.priceUsdCents),
  };
}
