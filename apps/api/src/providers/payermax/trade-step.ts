import { declineOf } from '@jawhara/domain';
import * as v from 'valibot';
import type { PaymentStep } from '../provider.ts';
import { amountSchema, moneyIn } from './amount.ts';
import { cardOnFile, cardPrefixOf, cardSeen } from './card-on-file.ts';
import { tradeNumberSchema } from './trade-number.ts';

/** A trade as the books and the notifications show it. Only what we act on. */
export const tradeSchema = v.object({
  outTradeNo: tradeNumberSchema,
  status: v.string(),
  totalAmount: v.nullish(amountSchema),
  currency: v.nullish(v.string()),
  captureMode: v.nullish(v.string()),
  // Read on its own: a card we cannot read must not make a payment unreadable.
  paymentDetails: v.optional(v.unknown()),
});

export type PayermaxTrade = v.InferOutput<typeof tradeSchema>;

/** The provider's explanation of a refusal, beside the status, which alone decides. */
export interface Explained {
  readonly code?: string | null | undefined;
  readonly message?: string | null | undefined;
}

function firstDetail(details: unknown): unknown {
  return Array.isArray(details) ? (details as unknown[])[0] : undefined;
}

function paid(trade: PayermaxTrade): PaymentStep {
  // Held only: we ask for no such payment, and its capture is told by itself.
  if (trade.captureMode === 'MANUAL') return { kind: 'pending', providerPaymentId: trade.outTradeNo };
  const money = moneyIn(trade.totalAmount, trade.currency);
  // A yes that does not say how much is not taken as a yes.
  if (money === null) return { kind: 'unknown', why: 'a success without amount or currency' };
  const detail = firstDetail(trade.paymentDetails);
  return {
    kind: 'paid',
    card: cardOnFile(detail),
    paidWith: cardSeen(detail),
    providerPaymentId: trade.outTradeNo,
    money,
  };
}

function refused(trade: PayermaxTrade, code: string, message?: string | null): PaymentStep {
  return {
    kind: 'refused',
    providerPaymentId: trade.outTradeNo,
    outcome: declineOf(6, code, message).outcome,
    code,
    ...cardPrefixOf(firstDetail(trade.paymentDetails)),
  };
}

type Meaning = (trade: PayermaxTrade, explained: Explained) => PaymentStep;

/** The meaning of each status of the provider for an order. */
const STATUSES = {
  SUCCESS: paid,
  PENDING: ({ outTradeNo }) => ({ kind: 'pending', providerPaymentId: outTradeNo }),
  FAILED: (trade, { code, message }) => refused(trade, code || trade.status, message),
  // The payer left, or nobody finished it in time. What it says beside that is the same for every failure.
  CLOSED: (trade) => refused(trade, trade.status),
} as const satisfies Record<string, Meaning>;

export function stepOfTrade(trade: PayermaxTrade, explained: Explained): PaymentStep {
  if (!Object.hasOwn(STATUSES, trade.status)) return { kind: 'unknown', why: 'a status we do not know' };
  const meaning: Meaning = STATUSES[trade.status as keyof typeof STATUSES];
  return meaning(trade, explained);
}
