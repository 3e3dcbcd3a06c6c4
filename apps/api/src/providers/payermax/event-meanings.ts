import { createHash } from 'node:crypto';
import type { Money, ReturnHow, ReturnStage } from '@jawhara/domain';
import * as v from 'valibot';
import type { WebhookMeaning } from '../provider.ts';
import { amountSchema, moneyIn, stepOfTrade, tradeNumberSchema, tradeSchema } from './trade.ts';

/** The envelope of every webhook of the provider. The content depends on the type and is parsed by the code for that type. */
const eventSchema = v.object({
  appId: v.string(),
  merchantNo: v.string(),
  notifyType: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  code: v.nullish(v.string()),
  msg: v.nullish(v.string()),
  data: v.looseObject({ status: v.nullish(v.pipe(v.string(), v.maxLength(80)), '') }),
});

export type PayermaxEvent = v.InferOutput<typeof eventSchema>;

export function eventIn(text: string): PayermaxEvent | null {
  try {
    const reading = v.safeParse(eventSchema, JSON.parse(text));
    return reading.success ? reading.output : null;
  } catch {
    return null;
  }
}

const number = v.nullish(v.fallback(v.nullable(tradeNumberSchema), null));

/** Ids of the object that an event is about, whatever kind it is. */
const namesSchema = v.object({
  caseId: number,
  caseResult: number,
  outRefundNo: number,
  refundTradeNo: number,
  captureNo: number,
  cancelNo: number,
  outTradeNo: number,
  reference: number,
});

export type Names = v.InferOutput<typeof namesSchema>;

export function namesIn({ data }: PayermaxEvent): Names {
  return v.parse(namesSchema, data);
}

/** The event's type with its status, as metrics and alerts name it. */
export function typeOf({ notifyType, data }: PayermaxEvent): string {
  return data.status ? `${notifyType}-${data.status}` : notifyType;
}

/** Events have no id, so type, object and status identify an event: a repeat has the same ones. */
export function eventIdOf(event: PayermaxEvent): string {
  const { caseId, caseResult, outRefundNo, refundTradeNo, captureNo, cancelNo, outTradeNo } = namesIn(event);
  const name = caseId ?? outRefundNo ?? refundTradeNo ?? captureNo ?? cancelNo ?? outTradeNo;
  const digest = createHash('sha256').update(JSON.stringify(event.data)).digest('base64url').slice(0, 32);
  const { notifyType, data } = event;
  return [notifyType, name || digest, data.status, caseResult].filter(Boolean).join('-');
}

/** A dispute about a trade, of a card or of a wallet. */
const caseSchema = v.object({
  caseId: v.pipe(v.string(), v.minLength(1)),
  outTradeNo: v.nullish(tradeNumberSchema),
  caseResult: v.nullish(v.string()),
  /** The amount actually frozen, and the provider's fee, in our account's currency. */
  amount: v.nullish(amountSchema),
  currency: v.nullish(v.string()),
  fee: v.nullish(amountSchema),
  /** The amount to be frozen, in the currency of the sale. */
  originTradeAmount: v.nullish(amountSchema),
  originTradeCurrency: v.nullish(v.string()),
  /** The amount of the sale. */
  tradeAmount: v.nullish(amountSchema),
  tradeCurrency: v.nullish(v.string()),
});

type Case = v.InferOutput<typeof caseSchema>;

function positive(money: Money | null): Money | null {
  return money !== null && money.minorUnits > 0 ? money : null;
}

/** The disputed amount in the currency of the sale. In another currency alone it cannot be compared with the sale. */
function moneyOf(disputeCase: Case): Money | null {
  const amounts = [
    positive(moneyIn(disputeCase.amount, disputeCase.currency)),
    positive(moneyIn(disputeCase.originTradeAmount, disputeCase.originTradeCurrency)),
  ].filter((money) => money !== null);
  const inSale = amounts.find(({ currency }) => currency === disputeCase.tradeCurrency);
  return (
    inSale ?? positive(moneyIn(disputeCase.tradeAmount, disputeCase.tradeCurrency)) ?? amounts[0] ?? null
  );
}

function caseMeaning(disputeCase: Case, stage: ReturnStage): WebhookMeaning {
  return {
    kind: 'returned',
    returned: {
      returnId: disputeCase.caseId,
      how: 'dispute',
      stage,
      providerPaymentId: disputeCase.outTradeNo || null,
      money: moneyOf(disputeCase),
      fee: positive(moneyIn(disputeCase.fee, disputeCase.currency ?? disputeCase.tradeCurrency)),
    },
  };
}

type CaseMeaning = (disputeCase: Case) => WebhookMeaning;

/** Money is frozen from the first event on, so it counts as gone. A case that froze nothing is only announced. */
const opened: CaseMeaning = (disputeCase) => {
  const frozen = moneyIn(disputeCase.amount, disputeCase.currency ?? disputeCase.tradeCurrency);
  return caseMeaning(disputeCase, frozen?.minorUnits === 0 ? 'announced' : 'taken');
};

const RESULTS = { WIN: 'given-back', FAIL: 'lost' } as const satisfies Record<string, ReturnStage>;

const decided: CaseMeaning = (disputeCase) => {
  const { caseResult } = disputeCase;
  return caseResult && Object.hasOwn(RESULTS, caseResult)
    ? caseMeaning(disputeCase, RESULTS[caseResult as keyof typeof RESULTS])
    : { kind: 'person', why: 'a case has ended, and it does not say how' };
};

const withdrawn: CaseMeaning = (disputeCase) => caseMeaning(disputeCase, 'given-back');

const reading =
  (meaning: CaseMeaning) =>
  ({ data }: PayermaxEvent): WebhookMeaning | null => {
    const parsedCase = v.safeParse(caseSchema, data);
    return parsedCase.success ? meaning(parsedCase.output) : null;
  };

/** Every status of a dispute. Its end is reported twice: by the bank's decision and when the case is closed. */
const CASES = {
  DISPUTE_INQUIRY: reading(opened),
  DISPUTE_RECEIVED: () => ({ kind: 'nothing' }), // the provider has received our evidence
  DISPUTE_END: reading(decided),
  CASE_CLOSED: reading(decided),
  CASE_CANCEL: reading(withdrawn),
  CASE_CANCELL: reading(withdrawn), // spelled like this in one of the provider's documents
} as const satisfies Record<string, (event: PayermaxEvent) => WebhookMeaning | null>;

/** Null: the event does not have the form of its type. */
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

/** Only for payments that were authorised first, which we never request. A captured amount counts all the same. */
const captured: Meaning = ({ data }) => {
  const reading = v.safeParse(captureSchema, data);
  if (!reading.success) return null;
  const money = moneyIn(reading.output.amount, reading.output.currency);
  const providerPaymentId = reading.output.outTradeNo;
  return money && { kind: 'paid', card: null, paidWith: null, providerPaymentId, money };
};

const returnSchema = v.object({
  outTradeNo: v.nullish(tradeNumberSchema),
  // Our refund number where we requested the refund. The provider's own numbers follow.
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

/** Every webhook type with each of its statuses. A type with one meaning has no statuses here. */
export const EVENTS = {
  PAYMENT: { SUCCESS: payment, PENDING: payment, FAILED: payment, CLOSED: payment },
  CAPTURE: { SUCCESS: captured, PENDING: nothing, FAILED: person('a capture failed') },
  CANCEL: { SUCCESS: back('reversal', 'taken'), PENDING: nothing, FAILED: nothing },
  REFUND: {
    REFUND_PENDING: back('refund', 'announced'),
    REFUND_SUCCESS: back('refund', 'taken'),
    REFUND_FAILED: back('refund', 'given-back'), // the money is back in our account at the provider
  },
  CHARGEBACK: CASES,
  DISPUTE: CASES, // disputes of wallets
  'CUSTOMER COMPLAINT': CASES,
  // Without a status it reports fraud; with one it is a dispute like the others.
  FRAUD: { '': person('a bank reports fraud'), ...CASES },
  TOKENIZATION: nothing, // the answer to the payment reports a saved card
  // Events of our account at the provider.
  DEPOSIT: nothing,
  EXCHANGE: nothing,
  WITHDRAW: nothing,
  TRANSFER: nothing,
  // Events of products that this shop does not use.
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
