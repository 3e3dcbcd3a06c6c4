import * as v from 'valibot';
import type { RefundRequest, RefundStep } from '../provider.ts';
import { numberOfKey, wireAmount } from './trade.ts';
import type { PayermaxClient, PayermaxClientAnswer } from './client.ts';

const refundSchema = v.object({ status: v.string() });

/** Statuses of a refund that is in progress or has arrived. */
const UNDER_WAY: readonly string[] = ['REFUND_PENDING', 'REFUND_SUCCESS'];

function stepOf(answer: PayermaxClientAnswer, returnId: string): RefundStep {
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'refused') return { kind: 'refused', why: answer.code };
  const reading = v.safeParse(refundSchema, answer.data);
  if (!reading.success) return { kind: 'unknown', why: 'unreadable answer' };
  const { status } = reading.output;
  if (UNDER_WAY.includes(status)) return { kind: 'accepted', returnId };
  return status === 'REFUND_FAILED'
    ? { kind: 'refused', why: status }
    : { kind: 'unknown', why: 'a status we do not know' };
}

export async function refund(
  client: PayermaxClient,
  { providerPaymentId, money }: RefundRequest,
  idempotencyKey: string,
  notifyUrl: string,
): Promise<RefundStep> {
  const outRefundNo = numberOfKey(idempotencyKey);
  const step = stepOf(
    await client.call('refund', {
      outRefundNo,
      outTradeNo: providerPaymentId,
      refundAmount: wireAmount(money),
      refundCurrency: money.currency,
      refundNotifyUrl: notifyUrl,
    }),
    outRefundNo,
  );
  if (step.kind !== 'refused') return step;
  // A refund number that was used already may be a try whose answer was lost: it is looked up.
  const known = stepOf(await client.call('refundQuery', { outRefundNo }), outRefundNo);
  return known.kind === 'refused' ? step : known;
}
