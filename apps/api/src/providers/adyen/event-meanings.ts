import type { NotificationRequestItem } from '@adyen/api-library/lib/src/typings/notification/notificationRequestItem.js';
import type { Money, ReturnHow, ReturnStage } from '@jawhara/domain';
import * as v from 'valibot';
import type { WebhookMeaning } from '../provider.ts';
import { cardOnFile, cardPrefixOf, cardSeen, refusalOf } from './payment-step.ts';

/** Only fields we use; all others are ignored. */
export const itemSchema = v.object({
  eventCode: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  success: v.picklist(['true', 'false']),
  pspReference: v.pipe(v.string(), v.minLength(1)),
  /** The payment that the event is about. Empty if the event is the payment's own, and in most events of a dispute. */
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

type Meaning = (item: Item) => WebhookMeaning;

/** Our currency: only amounts in it can be compared with what was paid. */
const SOLD_IN = 'USD';

const grossSchema = v.object({
  grossValue: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
  grossCurrency: v.string(),
});

/**
 * A bank may take back another currency than was paid; the gross amount may then give it in ours. That field is not signed,
 * so it counts only in this case. Null without any amount: such a change always covers the whole payment.
 */
function readItemMoney({ amount, additionalData }: Item): Money | null {
  const itemMoney = amount.value > 0 ? { currency: amount.currency, minorUnits: amount.value } : null;
  if (amount.currency === SOLD_IN) return itemMoney;
  const gross = v.safeParse(grossSchema, additionalData);
  return gross.success && gross.output.grossCurrency === SOLD_IN && gross.output.grossValue > 0
    ? { currency: SOLD_IN, minorUnits: gross.output.grossValue }
    : itemMoney;
}

function returned(item: Item, how: ReturnHow, stage: ReturnStage, money: Money | null): WebhookMeaning {
  return {
    kind: 'returned',
    returned: {
      // All webhooks about one refund, or about one dispute, share this reference.
      returnId: item.pspReference,
      how,
      stage,
      providerPaymentId: item.originalReference || null,
      money,
      fee: null,
    },
  };
}

const nothing: Meaning = () => ({ kind: 'nothing' });

const person =
  (why: string): Meaning =>
  () => ({ kind: 'person', why });

/** The event code decides, not `success`: a failed refund, a chargeback and a failed capture all come with "true". */
const back =
  (how: ReturnHow, stage: ReturnStage): Meaning =>
  (item) =>
    returned(item, how, stage, readItemMoney(item));

/** For these events `success` says whether the requested change was made. */
const modificationMeaning =
  (how: ReturnHow, done: ReturnStage): Meaning =>
  (item) =>
    returned(item, how, item.success === 'true' ? done : 'given-back', readItemMoney(item));

/** A cancelled payment, which is always cancelled whole. If the cancellation failed, nothing has changed. */
const calledOff: Meaning = (item) =>
  item.success === 'true' ? returned(item, 'reversal', 'taken', null) : { kind: 'nothing' };

/** Cancels what is not captured and refunds what is; additional data says which of the two. */
const cancelOrRefund: Meaning = (item) =>
  item.additionalData['modification.action'] === 'cancel'
    ? calledOff(item)
    : modificationMeaning('refund', 'taken')(item);

const authorisation: Meaning = (item) => {
  const { pspReference, amount, additionalData, paymentMethod } = item;
  const brand = paymentMethod ?? null;
  if (item.success === 'false')
    return {
      kind: 'refused',
      providerPaymentId: pspReference,
      ...refusalOf(null, item.reason, 'Refused'),
      ...cardPrefixOf(additionalData),
    };
  return {
    kind: 'paid',
    card: cardOnFile(additionalData, { brand, sourceId: null }),
    paidWith: cardSeen(additionalData, brand),
    providerPaymentId: pspReference,
    money: { currency: amount.currency, minorUnits: amount.value },
  };
};

/** The account captures automatically, so this repeats what the authorisation reported. */
const capture: Meaning = ({ success, originalReference, amount }) => {
  if (success === 'false') return { kind: 'person', why: 'a capture was not accepted' };
  if (originalReference === '') return { kind: 'person', why: 'a capture of a payment without a name' };
  return {
    kind: 'paid',
    card: null,
    paidWith: null,
    providerPaymentId: originalReference,
    money: { currency: amount.currency, minorUnits: amount.value },
  };
};

/** The payer never finished, so this attempt can take no money any more. */
const offerClosed: Meaning = ({ pspReference }) => ({
  kind: 'refused',
  providerPaymentId: pspReference,
  ...refusalOf('OFFER_CLOSED', null, 'OFFER_CLOSED'),
});

const waits: Meaning = ({ pspReference }) => ({ kind: 'pending', providerPaymentId: pspReference });

/** Codes of the provider's documentation that its library lacks. */
type NewerCode =
  | 'ACH_NOTIFICATION_OF_CHANGE'
  | 'DIRECT_DEBIT_NOTICE_OF_CHANGE_NOTIFICATION'
  | 'NOTIFICATIONTEST'
  | 'PREARBITRATION_ACCEPTED'
  | 'PREARBITRATION_DECLINED'
  | 'PREARBITRATION_ISSUER_WITHDRAWN'
  | 'PREARBITRATION_OPEN'
  | 'SCHEME_ARBITRATION'
  | 'SCHEME_ARBITRATION_LOST'
  | 'SCHEME_ARBITRATION_WON';

/** The meaning of every event of the standard webhook. */
export const EVENTS = {
  AUTHORISATION: authorisation,
  AUTHORISATION_ADJUSTMENT: nothing,
  PENDING: waits,
  OFFER_CLOSED: offerClosed,
  CAPTURE: capture,
  CAPTURE_FAILED: back('reversal', 'taken'),
  CANCELLATION: calledOff,
  TECHNICAL_CANCEL: calledOff,
  // the authorisation of the part that was not captured has expired
  EXPIRE: back('reversal', 'taken'),
  CANCEL_OR_REFUND: cancelOrRefund,

  POSTPONED_REFUND: modificationMeaning('refund', 'announced'),
  REFUND: modificationMeaning('refund', 'taken'),
  REFUND_WITH_DATA: modificationMeaning('refund', 'taken'),
  REFUND_FAILED: back('refund', 'given-back'),
  REFUNDED_REVERSED: back('refund', 'given-back'),
  VOID_PENDING_REFUND: nothing, // point-of-sale terminals

  NOTIFICATION_OF_CHARGEBACK: back('dispute', 'announced'),
  CHARGEBACK: back('dispute', 'taken'),
  CHARGEBACK_REVERSED: back('dispute', 'given-back'),
  SECOND_CHARGEBACK: back('dispute', 'taken-again'),
  PREARBITRATION_OPEN: person('a bank has opened pre-arbitration, and a date is running'),
  // Either side conceded; the documentation does not say which of them pays.
  PREARBITRATION_ACCEPTED: person('pre-arbitration was accepted: look whose money it is'),
  PREARBITRATION_DECLINED: person('pre-arbitration was declined: look whose money it is'),
  PREARBITRATION_WON: back('dispute', 'given-back-again'),
  PREARBITRATION_ISSUER_WITHDRAWN: back('dispute', 'given-back-again'),
  PREARBITRATION_LOST: back('dispute', 'lost-for-good'),
  SCHEME_ARBITRATION: person('a dispute went to the scheme for arbitration'),
  SCHEME_ARBITRATION_WON: back('dispute', 'given-back-again'),
  SCHEME_ARBITRATION_LOST: back('dispute', 'lost-for-good'),
  // These two report the state of a dispute. Its money moves with CHARGEBACK and CHARGEBACK_REVERSED, which are sent as
  // well.
  DISPUTE_DEFENSE_PERIOD_ENDED: nothing,
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: nothing,
  INFORMATION_SUPPLIED: nothing,
  ISSUER_COMMENTS: nothing,

  REQUEST_FOR_INFORMATION: person('a bank asks about a payment'),
  NOTIFICATION_OF_FRAUD: person('a bank reports fraud'),
  MANUAL_REVIEW_ACCEPT: nothing,
  MANUAL_REVIEW_REJECT: person('the review of a payment said no: a cancellation or a refund should follow'),
  HANDLED_EXTERNALLY: person('a payment was settled outside the provider'),

  RECURRING_CONTRACT: nothing,
  REPORT_AVAILABLE: nothing,
  NOTIFICATIONTEST: nothing,
  // Events of products and payment methods that this shop does not use.
  ACH_NOTIFICATION_OF_CHANGE: nothing,
  AUTORESCUE: nothing,
  CANCEL_AUTORESCUE: nothing,
  DIRECT_DEBIT_NOTICE_OF_CHANGE_NOTIFICATION: nothing,
  DONATION: nothing,
  ORDER_CLOSED: nothing,
  ORDER_OPENED: nothing,
  PAIDOUT_REVERSED: nothing,
  PAYOUT_DECLINE: nothing,
  PAYOUT_EXPIRE: nothing,
  PAYOUT_THIRDPARTY: nothing,
  PROCESS_RETRY: nothing,
} as const satisfies Record<`${NotificationRequestItem.EventCodeEnum}` | NewerCode, Meaning>;

export function meaningOfItem(item: Item): WebhookMeaning {
  const { eventCode } = item;
  if (!Object.hasOwn(EVENTS, eventCode)) return { kind: 'unheard-of', eventType: eventCode };
  return EVENTS[eventCode as keyof typeof EVENTS](item);
}

/** Saved cards have a webhook of another form. The answer to their payment reports them too. */
export const TOKEN_EVENTS: readonly string[] = [
  'recurring.token.created',
  'recurring.token.updated',
  'recurring.token.disabled',
  'recurring.token.alreadyExisting',
];
