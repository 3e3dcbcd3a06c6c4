import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { tradeNumberSchema } from './trade-number.ts';

/** The envelope of every webhook of the provider. Its content depends on its type, and is read by the code that knows the type. */
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

/** Names of the object that an event is about, whatever object it is. */
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

/** As it is counted, and as it is called where nobody has heard of it. */
export function typeOf({ notifyType, data }: PayermaxEvent): string {
  return data.status ? `${notifyType}-${data.status}` : notifyType;
}

/** It has no id of its own: the same news of the same thing is the same event. */
export function eventIdOf(event: PayermaxEvent): string {
  const { caseId, caseResult, outRefundNo, refundTradeNo, captureNo, cancelNo, outTradeNo } = namesIn(event);
  const name = caseId ?? outRefundNo ?? refundTradeNo ?? captureNo ?? cancelNo ?? outTradeNo;
  const digest = createHash('sha256').update(JSON.stringify(event.data)).digest('base64url').slice(0, 32);
  const { notifyType, data } = event;
  return [notifyType, name || digest, data.status, caseResult].filter(Boolean).join('-');
}
