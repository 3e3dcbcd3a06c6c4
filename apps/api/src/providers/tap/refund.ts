import type { OrderId, ReturnStage, ReturnUpdate } from '@jawhara/domain';
import * as v from 'valibot';
import type { RefundRequest, RefundStep } from '../provider.ts';
import { amountSchema, currencySchema, moneyIn, wireAmount } from './charge-step.ts';
import type { TapClient } from './client.ts';

/** Each refund status as a stage of ours. Null: the provider does not know either. */
export const REFUND_STAGES = {
  PENDING: 'announced',
  IN_PROGRESS: 'announced',
  ACCEPTED: 'announced',
  REFUNDED: 'taken',
  CANCELLED: 'given-back',
  FAILED: 'given-back',
  DECLINED: 'given-back',
  RESTRICTED: 'given-back',
  TIMEDOUT: null,
  TIMED_OUT: null, // spelled like this in one of the provider's documents
  UNKNOWN: null,
} as const satisfies Record<string, ReturnStage | null>;

export const refundSchema = v.object({
  id: v.pipe(v.string(), v.startsWith('re_')),
  status: v.pipe(v.string(), v.maxLength(40)),
  amount: amountSchema,
  currency: currencySchema,
  charge_id: v.nullish(v.string()),
});

export type TapRefund = v.InferOutput<typeof refundSchema>;

/** Undefined: an unknown status. */
export function stageOf({ status }: TapRefund): ReturnStage | null | undefined {
  return Object.hasOwn(REFUND_STAGES, status)
    ? REFUND_STAGES[status as keyof typeof REFUND_STAGES]
    : undefined;
}

export function refundWord(refund: TapRefund, stage: ReturnStage): ReturnUpdate {
  return {
    returnId: refund.id,
    how: 'refund',
    stage,
    providerPaymentId: refund.charge_id ?? null,
    money: moneyIn(refund),
    fee: null,
  };
}

/** The order id in both of the provider's reference fields: which of them a webhook returns is not documented. */
const references = (orderId: OrderId, idempotent: string) => ({
  merchant: orderId,
  order: orderId,
  idempotent,
});

export async function refund(
  client: TapClient,
  { providerPaymentId, money, orderId }: RefundRequest,
  idempotencyKey: string,
  notifyUrl: string,
): Promise<RefundStep> {
  const answer = await client.post('/refunds', {
    charge_id: providerPaymentId,
    amount: wireAmount(money),
    currency: money.currency,
    reason: 'requested_by_customer',
    reference: references(orderId, idempotencyKey),
    metadata: { order_id: orderId },
    post: { url: notifyUrl },
  });
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'refused') return { kind: 'refused', why: answer.code };
  const reading = v.safeParse(refundSchema, answer.body);
  if (!reading.success) return { kind: 'unknown', why: 'unreadable answer' };
  const stage = stageOf(reading.output);
  if (!stage) return { kind: 'unknown', why: 'a refund whose end nobody knows' };
  return stage === 'given-back'
    ? { kind: 'refused', why: reading.output.status }
    : { kind: 'accepted', returnId: reading.output.id };
}
