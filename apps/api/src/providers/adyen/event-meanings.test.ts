import { newReturn, type ReturnStage } from '@jawhara/domain';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { itemSchema, type Item, EVENTS, meaningOfItem } from './event-meanings.ts';

const PLAIN = {
  eventCode: 'AUTHORISATION',
  success: 'true',
  pspReference: 'PSP9',
  originalReference: 'PSP1',
  merchantAccountCode: 'MA',
  merchantReference: '0190a5b2-7c1e-7f00-8a00-0123456789ab',
  amount: { value: 499, currency: 'USD' },
  additionalData: {},
};
const word = (itemFields: Partial<Item> | { readonly eventCode: string }) =>
  meaningOfItem(v.parse(itemSchema, { ...PLAIN, ...itemFields }));

const DOLLARS = { currency: 'USD', minorUnits: 499 };

/** A line per event, as the provider's documents have them: written a second time, apart from the table. */
const LISTED: readonly (readonly [codes: string, whenTrue: string, whenFalse?: string])[] = [
  ['AUTHORISATION', 'paid', 'refused'],
  ['CAPTURE', 'paid', 'person'],
  ['PENDING', 'pending'],
  ['OFFER_CLOSED', 'refused'],
  ['CANCELLATION TECHNICAL_CANCEL', 'reversal taken', 'nothing'],
  ['CAPTURE_FAILED EXPIRE', 'reversal taken'],
  ['POSTPONED_REFUND', 'refund announced', 'refund given-back'],
  ['REFUND REFUND_WITH_DATA CANCEL_OR_REFUND', 'refund taken', 'refund given-back'],
  ['REFUND_FAILED REFUNDED_REVERSED', 'refund given-back'],
  ['NOTIFICATION_OF_CHARGEBACK', 'dispute announced'],
  ['CHARGEBACK', 'dispute taken'],
  ['CHARGEBACK_REVERSED', 'dispute given-back'],
  ['SECOND_CHARGEBACK', 'dispute taken-again'],
  ['PREARBITRATION_WON PREARBITRATION_ISSUER_WITHDRAWN SCHEME_ARBITRATION_WON', 'dispute given-back-again'],
  ['PREARBITRATION_LOST SCHEME_ARBITRATION_LOST', 'dispute lost-for-good'],
  ['PREARBITRATION_OPEN PREARBITRATION_ACCEPTED PREARBITRATION_DECLINED SCHEME_ARBITRATION', 'person'],
  ['NOTIFICATION_OF_FRAUD REQUEST_FOR_INFORMATION MANUAL_REVIEW_REJECT HANDLED_EXTERNALLY', 'person'],
  ['DISPUTE_DEFENSE_PERIOD_ENDED ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 'nothing'],
  ['INFORMATION_SUPPLIED ISSUER_COMMENTS MANUAL_REVIEW_ACCEPT', 'nothing'],
  ['AUTHORISATION_ADJUSTMENT VOID_PENDING_REFUND ORDER_OPENED ORDER_CLOSED', 'nothing'],
  ['RECURRING_CONTRACT REPORT_AVAILABLE NOTIFICATIONTEST', 'nothing'],
  ['PAIDOUT_REVERSED PAYOUT_DECLINE PAYOUT_EXPIRE PAYOUT_THIRDPARTY PROCESS_RETRY', 'nothing'],
  ['AUTORESCUE CANCEL_AUTORESCUE DONATION', 'nothing'],
  ['ACH_NOTIFICATION_OF_CHANGE DIRECT_DEBIT_NOTICE_OF_CHANGE_NOTIFICATION', 'nothing'],
];
const LINES = LISTED.flatMap(([codes, whenTrue, whenFalse = whenTrue]) =>
  codes.split(' ').map((code) => [code, whenTrue, whenFalse] as const),
);

function brief(eventCode: string, success: 'true' | 'false'): string {
  const said = word({ eventCode, success });
  return said.kind === 'returned' ? `${said.returned.how} ${said.returned.stage}` : said.kind;
}

describe('every Adyen event has a meaning', () => {
  it('[ORD-16] the table of Adyen events and the test’s list have the same events', () => {
    expect(LINES.map(([code]) => code).toSorted()).toEqual(Object.keys(EVENTS).toSorted());
  });

  it.each(LINES)(
    '[ORD-16] the Adyen event %s means %s; without success it means %s',
    (code, whenTrue, whenFalse) => {
      expect(brief(code, 'true')).toBe(whenTrue);
      expect(brief(code, 'false')).toBe(whenFalse);
    },
  );

  it('the operators’ guide lists every Adyen event that has a meaning for us', () => {
    const path = '../../../../../docs/operations/providers.md';
    const guide = readFileSync(new URL(path, import.meta.url), 'utf8');
    const named = new Set(guide.match(/\b[A-Z_]{4,}\b/g));
    const telling = LINES.filter(([, whenTrue]) => whenTrue !== 'nothing').map(([code]) => code);
    expect(telling.filter((code) => !named.has(code))).toEqual([]);
  });

  it.each(['SOMETHING_NEW', 'constructor', 'refund'])(
    '[ORD-16] the unknown Adyen event %s is reported by its name',
    (eventCode) => {
      expect(word({ eventCode })).toEqual({ kind: 'unheard-of', eventType: eventCode });
    },
  );
});

describe('an Adyen authorisation webhook', () => {
  it('an authorisation webhook with success is read as paid, with its amount and its card', () => {
    const additionalData = {
      cardSummary: '1111',
      cardBin: '411111',
      expiryDate: '3/2030',
      alias: 'H167852639363479',
      paymentMethod: 'mc',
    };
    const seen = { scheme: 'mastercard', last4: '1111', fingerprint: 'H167852639363479' };
    const paid = { kind: 'paid', providerPaymentId: 'PSP9', money: DOLLARS };
    const stored = { 'tokenization.storedPaymentMethodId': 'M5N7TQ4TG5PFWR50' };
    expect(word({ additionalData: { ...additionalData, ...stored } })).toEqual({
      ...paid,
      paidWith: seen,
      card: expect.objectContaining({ sourceId: 'M5N7TQ4TG5PFWR50', scheme: 'mastercard', expiry: '03/30' }),
    });
    expect(word({ additionalData })).toEqual({ ...paid, card: null, paidWith: seen });
    expect(word({})).toEqual({ ...paid, card: null, paidWith: null });
  });

  it.each([
    ['Expired Card', 'expire', '6'],
    ['3D Not Authenticated', 'verify', '11'],
    ['Not enough balance', 'balance', '12'],
    ['CVC Declined', 'verify', '24'],
    ['Refused', 'other', '2'],
    ['Something new', 'other', 'Something new'],
  ])(
    '[ORD-04] an authorisation webhook that failed with the text %j is read as %s, under the code %s',
    (reason, outcome, code) => {
      const refused = { kind: 'refused', providerPaymentId: 'PSP9', outcome, code };
      expect(word({ success: 'false', reason })).toEqual(refused);
    },
  );

  it('an authorisation webhook that failed without a reason is read as a refusal', () => {
    expect(word({ success: 'false' })).toMatchObject({ kind: 'refused', outcome: 'other', code: 'Refused' });
  });

  it('a capture webhook is read as paid, and a closed offer as a final refusal', () => {
    expect(word({ eventCode: 'CAPTURE' })).toEqual({
      kind: 'paid',
      card: null,
      paidWith: null,
      providerPaymentId: 'PSP1',
      money: DOLLARS,
    });
    expect(word({ eventCode: 'CAPTURE', originalReference: '' }).kind).toBe('person');
    expect(word({ eventCode: 'OFFER_CLOSED' })).toEqual({
      kind: 'refused',
      providerPaymentId: 'PSP9',
      outcome: 'other',
      code: 'OFFER_CLOSED',
    });
  });
});

describe('Adyen webhooks about refunds, reversals and disputes', () => {
  const returnOf = (itemFields: Partial<Item>) => {
    const said = word(itemFields);
    if (said.kind !== 'returned') throw new Error(`expected a return, got ${said.kind}`);
    return said.returned;
  };

  it('[ORD-16] a refund webhook is read with its own reference, its payment and its amount', () => {
    expect(returnOf({ eventCode: 'REFUND' })).toEqual({
      returnId: 'PSP9',
      how: 'refund',
      stage: 'taken',
      providerPaymentId: 'PSP1',
      money: DOLLARS,
      fee: null,
    });
  });

  it('[ORD-16] a failed refund is reported under the reference of the refund', () => {
    const lives = ['REFUND', 'REFUND_FAILED', 'REFUNDED_REVERSED'].map((eventCode) =>
      returnOf({ eventCode }),
    );
    expect(new Set(lives.map(({ returnId }) => returnId)).size).toBe(1);
  });

  it('[ORD-16] a second-chargeback webhook without a payment id is read as a dispute under its own reference', () => {
    expect(returnOf({ eventCode: 'SECOND_CHARGEBACK', originalReference: '' })).toMatchObject({
      returnId: 'PSP9',
      stage: 'taken-again' satisfies ReturnStage,
      providerPaymentId: null,
    });
  });

  it.each(['CANCELLATION', 'TECHNICAL_CANCEL'])(
    'a webhook with the event %s is read as a reversal without an amount',
    (eventCode) => {
      expect(newReturn(returnOf({ eventCode })).money).toBeNull();
    },
  );

  it('a CANCEL_OR_REFUND webhook is read as a reversal if its action is cancel, and as a refund with amount if it is refund', () => {
    const action = (name: string) => ({
      eventCode: 'CANCEL_OR_REFUND',
      additionalData: { 'modification.action': name },
    });
    expect(returnOf(action('cancel'))).toMatchObject({ how: 'reversal', stage: 'taken', money: null });
    expect(returnOf(action('refund'))).toMatchObject({ how: 'refund', stage: 'taken', money: DOLLARS });
    expect(word({ ...action('cancel'), success: 'false' }).kind).toBe('nothing');
  });

  it('a webhook about money that went back, with the amount zero, is read without an amount', () => {
    expect(returnOf({ eventCode: 'EXPIRE', amount: { value: 0, currency: 'USD' } }).money).toBeNull();
  });

  describe('in another currency', () => {
    const foreign = { eventCode: 'CHARGEBACK', amount: { value: 1_870, currency: 'SAR' } };
    const gross = (grossValue: string, grossCurrency: string) => ({ grossValue, grossCurrency });

    it('a chargeback in another currency is read in our currency where Adyen also gives that amount', () => {
      expect(returnOf({ ...foreign, additionalData: gross('499', 'USD') }).money).toEqual(DOLLARS);
    });

    it('a chargeback in another currency is read in that currency where Adyen gives no usable amount in ours', () => {
      const riyals = { currency: 'SAR', minorUnits: 1_870 };
      expect(returnOf(foreign).money).toEqual(riyals);
      expect(returnOf({ ...foreign, additionalData: gross('460', 'EUR') }).money).toEqual(riyals);
      expect(returnOf({ ...foreign, additionalData: gross('much', 'USD') }).money).toEqual(riyals);
      expect(returnOf({ ...foreign, additionalData: gross('0', 'USD') }).money).toEqual(riyals);
    });

    it('the signed amount of a chargeback is used before an unsigned one', () => {
      expect(returnOf({ eventCode: 'CHARGEBACK', additionalData: gross('1', 'USD') }).money).toEqual(DOLLARS);
    });
  });
});
