import * as v from 'valibot';

/** Only fields we use; all others are ignored. */
export const itemSchema = v.object({
  eventCode: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  success: v.picklist(['true', 'false']),
  pspReference: v.pipe(v.string(), v.minLength(1)),
  /** The payment this is about. Empty in events of a payment itself, and in most later events of a dispute. */
  originalReference: v.nullish(v.string(), ''),
  merchantAccountCode: v.string(),
  merchantReference: v.nullish(v.string(), ''),
  amount: v.object({ value: v.pipe(v.number(), v.safeInteger()), currency: v.string() }),
  reason: v.nullish(v.string()),
  paymentMethod: v.nullish(v.string()),
  additionalData: v.looseObject({}),
});

/** An event of the provider's standard webhook. */
export type Item = v.InferOutput<typeof itemSchema>;

/** An item whose signature can be checked, whatever else is wrong with it. */
const sealedSchema = v.looseObject({ additionalData: v.looseObject({ hmacSignature: v.string() }) });

export type SealedItem = v.InferOutput<typeof sealedSchema>;

const bodySchema = v.object({
  notificationItems: v.pipe(v.array(v.object({ NotificationRequestItem: sealedSchema })), v.minLength(1)),
});

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Empty for a body without any item whose signature could be checked. */
export function sealedItemsIn(body: unknown): readonly SealedItem[] {
  const reading = v.safeParse(bodySchema, body);
  return reading.success ? reading.output.notificationItems.map((one) => one.NotificationRequestItem) : [];
}

/** The items of a webhook, or null if one of them is unreadable. */
export function itemsIn(body: unknown): readonly Item[] | null {
  const readings = sealedItemsIn(body).map((item) => v.safeParse(itemSchema, item));
  const items = readings.flatMap((reading) => (reading.success ? [reading.output] : []));
  return items.length > 0 && items.length === readings.length ? items : null;
}
