import {
  moneyText,
  orderNumber,
  orderVerb,
  readMoneyDecimal,
  type Money,
  type OrderFacts,
  type OrderId,
  type OrderVerb,
  type PaymentFact,
  type ProviderNumber,
  type ReturnFact,
  type UnansweredRefund,
} from '@jawhara/domain';
import { recordRefund } from '../../orders/refunds/record-refund.ts';
import { forgiveGems, lockOrder, requireOrder, type StoredOrder } from '../../orders/store/order.store.ts';
import { enqueueChecks } from '../../orders/follow-up/sweep-orders.ts';
import { moneyOf } from '../../orders/base/write-books.ts';
import type { Reader } from '../../platform/postgres.ts';
import { act, sameAsShown, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { gemEffects, gemFacts, type GemEffect } from './move-gems.ts';

export interface RefundInput {
  readonly orderId: OrderId;
  readonly purpose: StoredOrder['purpose'];
  /** The amount as the operator typed it, in the currency of the payment; null: all that has not gone back yet. */
  readonly amount: string | null;
  /**
   * Set if the gems went to a wrong account, which has spent `usedGems` of them. Those are not taken back, because that
   * account did nothing wrong.
   */
  readonly wrongRecipient: { readonly usedGems: number } | null;
}

export interface RefundPlan {
  readonly number: string;
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string;
  readonly paid: Money;
  /** Money of this payment that has already gone back, or is being refunded. */
  readonly backBefore: Money;
  readonly money: Money;
  readonly gemsForgiven: number;
  readonly gems: readonly GemEffect[];
}

/** A planned or pending refund in the form it will have once the provider reports it. */
function asReturn({ provider, providerPaymentId }: PaymentFact, money: Money, returnId: string): ReturnFact {
  const returnUpdate = {
    returnId,
    how: 'refund',
    stage: 'taken',
    providerPaymentId,
    money,
    fee: null,
  } as const;
  return { provider, ...returnUpdate, moneyStage: 'taken', feeStage: null };
}

function withRefundsUnderWay(
  facts: OrderFacts,
  payment: PaymentFact,
  due: readonly UnansweredRefund[],
): OrderFacts {
  const ofPayment = due.filter(
    ({ provider, providerPaymentId }) =>
      provider === payment.provider && providerPaymentId === payment.providerPaymentId,
  );
  return {
    ...facts,
    returns: [...facts.returns, ...ofPayment.map(({ money, id }) => asReturn(payment, money, id))],
  };
}

function moneyWanted(left: Money, amount: string | null): Money | Refused {
  if (amount === null) return left;
  const money = readMoneyDecimal(amount, left.currency);
  if (money === null || money.minorUnits <= 0) return refused('amount-unreadable', amount);
  if (money.minorUnits <= left.minorUnits) return money;
  return refused('amount-too-large', `${moneyText(left)} is left`);
}

function refusalOf(order: StoredOrder, { wrongRecipient }: RefundInput): Refused | null {
  const used = wrongRecipient?.usedGems ?? 0;
  const isCount = Number.isSafeInteger(used) && used >= 0 && used <= order.gems;
  return isCount ? null : refused('gems-unreadable', String(used));
}

const VERBS = { gems: 'order refund', fine: 'fines return' } as const satisfies Record<
  StoredOrder['purpose'],
  OrderVerb
>;

/** The effects of a refund, or why it is not possible. */
export async function planRefund(db: Reader, wanted: RefundInput): Promise<RefundPlan | Refused> {
  const order = await requireOrder(db, wanted.orderId);
  const books = await moneyOf(db, order);
  const { facts: known, refundsDue } = books;
  const answer = orderVerb(VERBS[wanted.purpose], books);
  const [chosen] = answer.kind === 'may' ? answer.payments : [];
  if (answer.kind === 'refused') return refused(answer.because);
  const no = refusalOf(order, wanted);
  if (no) return no;
  if (chosen === undefined) return refused('nothing-paid');
  const { payment, left } = chosen;
  const facts = withRefundsUnderWay(known, payment, refundsDue);
  const { currency, minorUnits: paid } = payment.money;
  const back = paid - left.minorUnits;
  const money = moneyWanted(left, wanted.amount);
  if (isRefused(money)) return money;
  const gemsForgiven = wanted.wrongRecipient?.usedGems ?? order.gemsForgiven;
  const then = { ...facts, gemsForgiven, returns: [...facts.returns, asReturn(payment, money, 'this')] };
  return {
    number: orderNumber(order.id),
    provider: payment.provider,
    providerPaymentId: payment.providerPaymentId,
    paid: payment.money,
    backBefore: { currency, minorUnits: back },
    money,
    gemsForgiven,
    gems: await gemEffects(db, known, then),
  };
}

/**
 * Refunds a payment, wholly or in part. The gems follow in proportion once the provider has accepted the refund; no
 * account is banned or fined for it.
 */
export async function refundOrder(
  context: OperatorContext,
  signOff: OperatorSignOff,
  wanted: RefundInput,
  shown: RefundPlan,
): Promise<ActionDone | Refused> {
  const { orders, life } = context;
  const done = await act(context, signOff, VERBS[wanted.purpose], async (tx) => {
    const order = await lockOrder(tx, wanted.orderId);
    const plan = sameAsShown(shown, await planRefund(tx, wanted));
    if (isRefused(plan)) return plan;
    const { provider, providerPaymentId, money, gemsForgiven, gems, backBefore } = plan;
    if (gemsForgiven !== order.gemsForgiven) await forgiveGems(tx, order.id, gemsForgiven);
    const payment = { provider, providerPaymentId };
    const cause = `person-${orders.newId()}`;
    await recordRefund(tx, orders, order, { payment, money, cause, requestedBy: signOff.by });
    const back = { ...backBefore, minorUnits: backBefore.minorUnits + money.minorUnits };
    return {
      subject: `order:${order.id}`,
      before: { returned: moneyText(backBefore), state: order.state, ...gemFacts(gems, 'balanceBefore') },
      after: {
        refund: moneyText(money),
        returned: moneyText(back),
        payment: providerPaymentId,
        gemsForgiven,
        ...gemFacts(gems, 'balanceAfter'),
      },
    };
  });
  if (done.kind === 'done') await enqueueChecks(orders, life, [wanted.orderId]);
  return done;
}
