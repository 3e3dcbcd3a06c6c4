import type { ReturnHow, ReturnStage } from '@jawhara/domain';
import * as v from 'valibot';
import type { WebhookMeaning } from '../provider.ts';
import { amountSchema, moneyIn } from './amount.ts';
import { CASES } from './case-meanings.ts';
import { typeOf, type PayermaxEvent } from './webhook-event.ts';
import { tradeNumberSchema } from './trade-number.ts';
import { stepOfTrade, tradeSchema } from './trade-step.ts';

/** Null: it is not what such an event should be. */
type Meaning = (event: PayermaxEvent) => WebhookMeaning | null;

const nothing: Meaning = () => ({ kind: 'nothing' });

const person =
  (why: string): Meaning =>
  () => ({ kind: 'person', why });

const payment: Meaning = ({ data, code, msg }) => {
  const trade = v.safeParse(tradeSchema, data);
  return trade.success ? stepOfTrade(trade.output, { code, message: msg }) : null;
};

const captureSchema = v.object({ outTradeNo: tradeNumberSchema, amount: amountSchema, currency: v.string() });

/** Only of payments that were held first, which we never ask for. What was taken counts all the same. */
const captured: Meaning = ({ data }) => {
  const reading = v.safeParse(captureSchema, data);
  if (!reading.success) return null;
  const money = moneyIn(reading.output.amount, reading.output.currency);
  const providerPaymentId = reading.output.outTradeNo;
  return money && { kind: 'paid', card: null, paidWith: null, providerPaymentId, money };
};

const returnSchema = v.object({
  outTradeNo: v.nullish(tradeNumberSchema),
  // Ours where we asked for it, and under which we know it. The provider's own names come after it.
  outRefundNo: v.nullish(tradeNumberSchema),
  refundTradeNo: v.nullish(v.string()),
  cancelNo: v.nullish(v.string()),
  refundAmount: v.nullish(amountSchema),
  refundCurrency: v.nullish(v.string()),
});

const back =
  (how: ReturnHow, stage: ReturnStage): Meaning =>
  ({ data }) => {
    const reading = v.safeParse(returnSchema, data);
    if (!reading.success) return null;
    const { outTradeNo, outRefundNo, refundTradeNo, cancelNo, refundAmount, refundCurrency } = reading.output;
    const returnId = outRefundNo || refundTradeNo || cancelNo;
    if (!returnId) return null;
    const money = moneyIn(refundAmount, refundCurrency);
    const providerPaymentId = outTradeNo || null;
    return { kind: 'returned', returned: { returnId, how, stage, providerPaymentId, money, fee: null } };
  };

/** Every type of notification, and every status it can have. A type with one meaning alone is not asked for its status. */
export const EVENTS = {
  PAYMENT: { SUCCESS: payment, PENDING: payment, FAILED: payment, CLOSED: payment },
  CAPTURE: { SUCCESS: captured, PENDING: nothing, FAILED: person('a capture failed') },
  CANCEL: { SUCCESS: back('reversal', 'taken'), PENDING: nothing, FAILED: nothing },
  REFUND: {
    REFUND_PENDING: back('refund', 'announced'),
    REFUND_SUCCESS: back('refund', 'taken'),
    REFUND_FAILED: back('refund', 'given-back'), // the money is in our account with them again
  },
  CHARGEBACK: CASES,
  DISPUTE: CASES, // of wallets
  'CUSTOMER COMPLAINT': CASES,
  // A report, or a case like the others.
  FRAUD: { '': person('a bank reports fraud'), ...CASES },
  TOKENIZATION: nothing, // a kept card is told in the answer to its payment
  // The account we have with them.
  DEPOSIT: nothing,
  EXCHANGE: nothing,
  WITHDRAW: nothing,
  TRANSFER: nothing,
  // Of things this shop does not sell or do.
  PAYBYLINK: nothing,
  PAYOUT: nothing,
  RECEIVE: nothing,
  REPAYMENT_RECEIPT: nothing,
  SUBSCRIPTION: nothing,
  SUBSCRIPTION_PAYMENT: nothing,
} as const satisfies Record<string, Meaning | Readonly<Record<string, Meaning>>>;

function meaningOf({ notifyType, data }: PayermaxEvent): Meaning | null {
  if (!Object.hasOwn(EVENTS, notifyType)) return null;
  const row: Meaning | Readonly<Record<string, Meaning>> = EVENTS[notifyType as keyof typeof EVENTS];
  if (typeof row === 'function') return row;
  const status = data.status ?? '';
  return Object.hasOwn(row, status) ? (row[status] ?? null) : null;
}

export function meaningOfEvent(event: PayermaxEvent): WebhookMeaning | null {
  const meaning = meaningOf(event);
  return meaning === null ? { kind: 'unheard-of', eventType: typeOf(event) } : meaning(event);
}
