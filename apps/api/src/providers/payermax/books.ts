import * as v from 'valibot';
import type { LookUp } from '../provider.ts';
import type { PayermaxClient } from './client.ts';
import { stepOfTrade, tradeSchema } from './trade-step.ts';

const querySchema = v.object({
  ...tradeSchema.entries,
  resultCode: v.nullish(v.string()),
  resultMsg: v.nullish(v.string()),
});

/** The state of a trade. The books do not say where a payer who still has to act was sent: that is pending here. */
export async function lookUpTrade(client: PayermaxClient, tradeNumber: string): Promise<LookUp> {
  const answer = await client.call('orderQuery', { outTradeNo: tradeNumber });
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'refused')
    return answer.code === 'ORDER_NOT_EXIST' ? { kind: 'none' } : { kind: 'unknown', why: answer.code };
  const reading = v.safeParse(querySchema, answer.data);
  if (!reading.success || reading.output.outTradeNo !== tradeNumber)
    return { kind: 'unknown', why: 'unreadable answer' };
  const { resultCode: code, resultMsg: message, ...trade } = reading.output;
  return stepOfTrade(trade, { code, message });
}
