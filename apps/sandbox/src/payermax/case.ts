import type { Dispute, DisputeStage } from '../world/disputes.ts';
import { majorUnits } from './amounts.ts';
import { amountOf, iso, type Trade } from './trade.ts';

/** PayerMax's statuses of each stage of a dispute. It has none for a second round, such as an arbitration. */
export const CASE_STATUSES = {
  opened: [{ status: 'DISPUTE_INQUIRY' }],
  won: [
    { status: 'DISPUTE_END', caseResult: 'WIN' },
    { status: 'CASE_CLOSED', caseResult: 'WIN' },
  ],
  lost: [
    { status: 'DISPUTE_END', caseResult: 'FAIL' },
    { status: 'CASE_CLOSED', caseResult: 'FAIL' },
  ],
  withdrawn: [{ status: 'CASE_CANCEL' }],
  'taken-again': [],
  'given-back-again': [],
  'lost-for-good': [],
} as const satisfies Record<DisputeStage, readonly CaseStatus[]>;

export interface CaseStatus {
  readonly status: string;
  readonly caseResult?: 'WIN' | 'FAIL';
}

const FEE_CENTS = 1_500;
const ANSWER_WITHIN_MS = 7 * 24 * 60 * 60_000;

const decimal = (cents: number): string => majorUnits(cents).toFixed(2);
const day = (time: number): string => iso(time).slice(0, 10);

/** The webhook about a dispute. It freezes the disputed money and a fee, both in the dispute's currency. */
export function caseBody(dispute: Dispute, trade: Trade, { status, caseResult }: CaseStatus): object {
  const { order } = trade;
  const openedAt = dispute.moves[0]?.at ?? 0;
  const isInSale = dispute.currency === order.currency;
  return {
    caseId: dispute.id,
    status,
    ...(caseResult === undefined ? {} : { caseResult }),
    outTradeNo: order.outTradeNo,
    tradeToken: trade.tradeToken,
    outUserId: order.userId,
    amount: decimal(dispute.amount),
    currency: dispute.currency,
    fee: decimal(FEE_CENTS),
    totalAmount: decimal(dispute.amount + FEE_CENTS),
    originTradeAmount: decimal(isInSale ? dispute.amount : amountOf(trade)),
    originTradeCurrency: order.currency,
    tradeAmount: decimal(amountOf(trade)),
    tradeCurrency: order.currency,
    ...(order.country === null ? {} : { tradeCountry: order.country }),
    tradeCreateTime: iso(trade.requestedAt),
    ...(trade.completedAt === null ? {} : { payFinishTime: iso(trade.completedAt) }),
    retrievalDate: day(openedAt),
    expirationDate: day(openedAt + ANSWER_WITHIN_MS),
    paymentMethodType: 'CARD',
    cardOrg: trade.card?.cardOrg ?? '',
    reasonCode: '4837',
    reasonMessage: 'No Cardholder Authorization',
    channelOrderNo: `PMC${trade.tradeToken.slice(9)}`,
  };
}
