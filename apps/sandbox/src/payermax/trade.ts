import { SCENARIOS, type DeclineCode, type ScenarioKey, type Verdict } from '../scenarios.ts';
import { majorUnits } from './amounts.ts';
import { maskedNumber, type PayermaxCard } from './card.ts';
import { CLOSED_RESULT, DECLINE_RESULTS, type Result } from './decline-results.ts';

/** The shop's order. */
export interface TradeOrder {
  readonly outTradeNo: string;
  readonly integrate: 'Hosted_Checkout' | 'Direct_Payment';
  /** How the payer pays on the hosted page: with a card or with Apple Pay. */
  readonly method: PayermaxCard['source'];
  readonly subject: string;
  readonly amount: number;
  readonly currency: string;
  readonly country: string | null;
  readonly userId: string;
  readonly reference: string | null;
  readonly frontCallbackUrl: string;
  readonly notifyUrl: string | null;
  readonly livesMs: number;
  /** Whether the shop wants the card saved. */
  readonly wantsToKeep: boolean;
  /** The order as one text: a second order with the same number and another content is refused. */
  readonly content: string;
}

/** The state of a payment. `open`: without a card yet. `asking`: the bank waits for the cardholder's authentication. */
export type PayermaxStanding = 'open' | 'asking' | 'pending' | 'paid' | 'failed' | 'closed';

/** PayerMax's record of an order and its payment, which changes as the payment goes on. */
export interface Trade {
  readonly order: TradeOrder;
  readonly tradeToken: string;
  /** The secret in the address of the payer's pages. */
  readonly pageKey: string;
  readonly requestedAt: number;
  standing: PayermaxStanding;
  card: PayermaxCard | null;
  isPaidFromSavedCard: boolean;
  keepsCard: boolean;
  paymentTokenId: string | null;
  scenario: ScenarioKey | null;
  declineCode: DeclineCode | null;
  completedAt: number | null;
  refundedAmount: number;
}

export type TradeStatus = 'SUCCESS' | 'PENDING' | 'FAILED' | 'CLOSED';

const STATUSES = {
  open: 'PENDING',
  asking: 'PENDING',
  pending: 'PENDING',
  paid: 'SUCCESS',
  failed: 'FAILED',
  closed: 'CLOSED',
} as const satisfies Record<PayermaxStanding, TradeStatus>;

export function statusOf({ standing }: Trade): TradeStatus {
  return STATUSES[standing];
}

/** Whether the card's bank approves the payment, by the card's scenario. */
export function verdictOf({ scenario, isPaidFromSavedCard }: Trade): Verdict {
  if (scenario === null) return { says: 'yes' };
  const { verdict, savedCardBehaviour } = SCENARIOS[scenario];
  return savedCardBehaviour === 'expires' && isPaidFromSavedCard ? { says: 'no', code: '20054' } : verdict;
}

/** The amount that the bank takes: with one of the test cards it is a cent less than was requested. */
export function amountOf({ order, scenario, standing }: Trade): number {
  const isLess = standing === 'paid' && scenario !== null && SCENARIOS[scenario].takes === 'one-cent-less';
  return isLess ? order.amount - 1 : order.amount;
}

/** The code and text of why a payment has failed or was closed; null for all others. */
export function resultOf({ standing, declineCode }: Trade): Result | null {
  if (standing === 'closed') return CLOSED_RESULT;
  return declineCode === null ? null : DECLINE_RESULTS[declineCode];
}

const THREE_DS = { challenge: 'Y', frictionless: 'A', none: null } as const;

function cardInfo(trade: Trade, card: PayermaxCard): object {
  const hasFailed = trade.declineCode === '20151' || trade.declineCode === '20152';
  const threeDs = hasFailed ? 'N' : THREE_DS[SCENARIOS[trade.scenario ?? card.scenario].authentication];
  return {
    cardOrg: card.cardOrg,
    country: 'SA',
    cardType: 'CREDIT',
    cardIdentifierNo: maskedNumber(card),
    cardBinNo: card.bin,
    cardLast4: card.last4,
    cardExpirationMonth: String(card.expiryMonth).padStart(2, '0'),
    cardExpirationYear: String(card.expiryYear),
    type: 'PAN',
    source: card.source,
    ...(threeDs === null || trade.standing === 'asking' ? {} : { threeDSResult: threeDs }),
  };
}

function paymentDetails(trade: Trade): object[] {
  const { card, order } = trade;
  if (card === null) return [];
  return [
    {
      paymentMethodType: card.source,
      targetOrg: card.cardOrg,
      cardInfo: cardInfo(trade, card),
      payAmount: majorUnits(amountOf(trade)),
      payCurrency: order.currency,
      exchangeRate: '1',
      ...(trade.paymentTokenId === null ? {} : { paymentTokenID: trade.paymentTokenId }),
    },
  ];
}

export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** A payment as the call orderQuery and the webhook show it. */
export function tradeBody(trade: Trade): object {
  const { order } = trade;
  return {
    outTradeNo: order.outTradeNo,
    tradeToken: trade.tradeToken,
    totalAmount: majorUnits(amountOf(trade)),
    currency: order.currency,
    ...(order.country === null ? {} : { country: order.country }),
    status: statusOf(trade),
    ...(trade.completedAt === null ? {} : { completeTime: iso(trade.completedAt) }),
    paymentDetails: paymentDetails(trade),
    ...(order.reference === null ? {} : { reference: order.reference }),
    channelNo: `PMC${trade.tradeToken.slice(9)}`,
    thirdChannelNo: `TCN${trade.tradeToken.slice(9)}`,
  };
}
