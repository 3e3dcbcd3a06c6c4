import type { Money } from '../money.ts';
import type { ProviderNumber } from '../provider/providers.ts';
import { goneBack } from './payment-return.ts';
import { returnsOf, type OrderFacts, type PaymentFact } from './order-books.ts';

/** A refund of ours that is recorded and has no answer of its provider yet. */
export type UnansweredRefund = {
  readonly id: string;
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string;
  readonly money: Money;
};

export type RefundableMoney = {
  /** The most that one more refund of this payment may carry, in the payment's own currency. */
  readonly money: Money;
  /**
   * Other money that is still with us but promised: a return that its provider has only announced, a refund of ours without an
   * answer. It may become free again, when the dispute is withdrawn or the refund is refused.
   */
  readonly reserved: Money;
};

/**
 * [ORD-16] The money that may still be refunded of a payment: captured money, less what has gone back (refunds, reversals,
 * disputes that hold the money), less what was announced, less our refunds without an answer. Never below zero. A refund that
 * is about to be sent names itself in `except`: it is not in its own way. Amounts of another currency count as all of the
 * payment.
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

/** [ORD-16] All that is left of a payment is due to go back by refunds of ours: nothing is delivered for it. */
export function isAllDueBack(
  payment: PaymentFact,
  facts: Pick<OrderFacts, 'payments' | 'returns'>,
  unanswered: readonly UnansweredRefund[],
): boolean {
  // A return that is only announced may never happen: by itself it is no reason.
  const returns = facts.returns.filter(({ stage }) => stage !== 'announced');
  const { money, reserved } = refundableMoney(payment, { ...facts, returns }, unanswered);
  return money.minorUnits === 0 && reserved.minorUnits > 0;
}
