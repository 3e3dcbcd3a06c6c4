import * as v from 'valibot';
import { ORDER_MOVES, type OrderState } from '@jawhara/domain';

/** The parts of the data file that this page can show. The file itself is downloaded unchanged. */
const when = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  // Not by valibot's pattern for times: every part of it that any screen uses is in every first load.
  v.check((date) => !Number.isNaN(date.getTime())),
);
const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null);
const text = maybe(v.string());
const states = Object.keys(ORDER_MOVES) as [OrderState, ...OrderState[]];

const order = v.object({
  number: v.string(),
  made_at: when,
  for: text,
  purpose: v.string(),
  price: v.string(),
  gems: v.number(),
  state: v.picklist(states),
  agreed_to: text,
  asked_for_refund_at: maybe(when),
});

const recharged = v.object({ id: v.string(), name: v.string(), times: v.number(), last: when });

const card = v.object({
  scheme: v.string(),
  last4: v.string(),
  expiry: v.string(),
  last_used_at: maybe(when),
});

const report = v.object({
  number: v.string(),
  sent_at: when,
  order: text,
  contact: text,
  text: v.string(),
  answer: text,
});

const file = v.object({
  account: v.nullable(v.object({ id: v.string(), name: v.string() })),
  orders: v.array(order),
  recharged: v.array(recharged),
  saved_cards: v.array(card),
  reports: v.array(report),
});

export type MyFile = v.InferOutput<typeof file>;

/** Null for a file that another release wrote: it can still be downloaded. */
export function readMyFile(json: string): MyFile | null {
  try {
    const reading = v.safeParse(file, JSON.parse(json));
    return reading.success ? reading.output : null;
  } catch {
    return null;
  }
}
