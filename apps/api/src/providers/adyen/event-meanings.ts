import type { NotificationRequestItem } from '@adyen/api-library/lib/src/typings/notification/notificationRequestItem.js';
import type { Money, ReturnHow, ReturnStage } from '@jawhara/domain';
import * as v from 'valibot';
import type { WebhookMeaning } from '../provider.ts';
import { cardOnFile, cardPrefixOf, cardSeen, refusalOf } from './payment-step.ts';
import type { Item } from './webhook-item.ts';

type Meaning = (item: Item) => WebhookMeaning;

/** Our currency: an amount in it compares with what was paid. */
const SOLD_IN = 'USD';

const grossSchema = v.object({
  grossValue: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
  grossCurrency: v.string(),
});

/**
 * A bank may take back another currency than was paid; then the gross amount may say it in ours. It is not signed, so it counts
 * only there. Null for no amount at all: a change that always is the whole payment names none.
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
      // Every word on one refund, and every word on one dispute, has the same reference of its own.
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

/** The code is the news, not `success`: a refund that failed, a chargeback and a capture that failed all come with "true". */
const back =
  (how: ReturnHow, stage: ReturnStage): Meaning =>
  (item) =>
    returned(item, how, stage, readItemMoney(item));

/** Here `success` says whether what was asked for is done. */
const modificationMeaning =
  (how: ReturnHow, done: ReturnStage): Meaning =>
  (item) =>
    returned(item, how, item.success === 'true' ? done : 'given-back', readItemMoney(item));

/** A payment that was called off, which is never a part of it. Where it could not be, nothing has changed. */
const calledOff: Meaning = (item) =>
  item.success === 'true' ? returned(item, 'reversal', 'taken', null) : { kind: 'nothing' };

/** Cancels what is not captured and gives back what is: which of them, its data says. */
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

/** The account captures by itself, so this says again what the authorisation said. */
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

/** The payer never finished: this attempt can take nothing any more. */
const offerClosed: Meaning = ({ pspReference }) => ({
  kind: 'refused',
  providerPaymentId: pspReference,
  ...refusalOf('OFFER_CLOSED', null, 'OFFER_CLOSED'),
});

const waits: Meaning = ({ pspReference }) => ({ kind: 'pending', providerPaymentId: pspReference });

/** In the provider's documents, and not in its library. */
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

/** Every event of the standard webhook. */
export const EVENTS = {
  AUTHORISATION: authorisation,
  AUTHORISATION_ADJUSTMENT: nothing,
  PENDING: waits,
  OFFER_CLOSED: offerClosed,
  CAPTURE: capture,
  CAPTURE_FAILED: back('reversal', 'taken'),
  CANCELLATION: calledOff,
  TECHNICAL_CANCEL: calledOff,
  // The part that was not captured has lapsed.
  EXPIRE: back('reversal', 'taken'),
  CANCEL_OR_REFUND: cancelOrRefund,

  POSTPONED_REFUND: modificationMeaning('refund', 'announced'),
  REFUND: modificationMeaning('refund', 'taken'),
  REFUND_WITH_DATA: modificationMeaning('refund', 'taken'),
  REFUND_FAILED: back('refund', 'given-back'),
  REFUNDED_REVERSED: back('refund', 'given-back'),
  VOID_PENDING_REFUND: nothing, // of terminals

  NOTIFICATION_OF_CHARGEBACK: back('dispute', 'announced'),
  CHARGEBACK: back('dispute', 'taken'),
  CHARGEBACK_REVERSED: back('dispute', 'given-back'),
  SECOND_CHARGEBACK: back('dispute', 'taken-again'),
  PREARBITRATION_OPEN: person('a bank has opened pre-arbitration, and a date is running'),
  // Either side gave in or did not; which one pays is not documented.
  PREARBITRATION_ACCEPTED: person('pre-arbitration was accepted: look whose money it is'),
  PREARBITRATION_DECLINED: person('pre-arbitration was declined: look whose money it is'),
  PREARBITRATION_WON: back('dispute', 'given-back-again'),
  PREARBITRATION_ISSUER_WITHDRAWN: back('dispute', 'given-back-again'),
  PREARBITRATION_LOST: back('dispute', 'lost-for-good'),
  SCHEME_ARBITRATION: person('a dispute went to the scheme for arbitration'),
  SCHEME_ARBITRATION_WON: back('dispute', 'given-back-again'),
  SCHEME_ARBITRATION_LOST: back('dispute', 'lost-for-good'),
  // These two tell how a dispute stands. Its money moves with CHARGEBACK and CHARGEBACK_REVERSED, which come beside them.
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
  // Of things this shop does not sell or do.
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

/** Kept cards have a webhook of another form. They are told in the answer to their payment too. */
export const TOKEN_EVENTS: readonly string[] = [
  'recurring.token.created',
  'recurring.token.updated',
  'recurring.token.disabled',
  'recurring.token.alreadyExisting',
];
