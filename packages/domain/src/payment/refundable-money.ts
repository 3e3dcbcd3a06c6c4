import type { Money } from '../money.ts';
import type { ProviderNumber } from '../provider/providers.ts';
import { goneBack } from './payment-return.ts';
import { returnsOf, type OrderFacts, type PaymentFact } from './order-books.ts';

/** A refund of ours that is recorded and not answered by its provider. */
export type UnansweredRefund = {
  readonly id: string;
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string;
  readonly money: Money;
};

export type RefundableMoney = {
  /** The most that one more refund of this payment may carry, in its own currency. */
  readonly money: Money;
  /**
   * Other money that is with us but reserved: by an announced return, or by a refund of ours without an answer. It may
   * become free again, when the dispute is withdrawn or the refund is refused.
   */
  readonly reserved: Money;
};

/**
 * [ORD-16] The money of a payment that may still be refunded: captured, less what went back (refunds, reversals, disputes),
 * less what was announced, less our unanswered refunds. Never below zero. `except` names a refund that is about to be sent,
 * which must not count against itself. Amounts of another currency count as the whole payment.
 */
export function refundableMoney(
  payment: PaymentFact,
  facts: Pick<OrderFacts, 'payments' | 'returns'>,
  unanswered: readonly UnansweredRefund[],
  except: string | null = null,
): RefundableMoney {
  const { currency, minorUnits: captured } = payment.money;
  const returns = returnsOf(payment, facts);
  const left = captured - goneBack(payment.money, returns).minorUnits;
  const announced = returns.filter(({ stage }) => stage === 'announced');
  const ours = unanswered.filter(
    ({ id, provider, providerPaymentId }) =>
      id !== except && provider === payment.provider && providerPaymentId === payment.providerPaymentId,
  );
  const promised = [...announced, ...ours].reduce(
    (sum, { money }) =>
      sum + (money === null || money.currency !== currency ? captured : Math.max(0, money.minorUnits)),
    0,
  );
  const reserved = Math.min(promised, left);
  return { money: { currency, minorUnits: left - reserved }, reserved: { currency, minorUnits: reserved } };
}

/** [ORD-16] All that is left of a payment is being refunded by us: its order is not delivered. */
export function isAllDueBack(
  payment: PaymentFact,
  facts: Pick<OrderFacts, 'payments' | 'returns'>,
  unanswered: readonly UnansweredRefund[],
): boolean {
  // An announced return may never happen, so by itself it does not count.
  const returns = facts.returns.filter(({ stage }) => stage !== 'announced');
  const { money, reserved } = refundableMoney(payment, { ...facts, returns }, unanswered);
  return money.minorUnits === 0 && reserved.minorUnits > 0;
}
