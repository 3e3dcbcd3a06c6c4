import { describe, expect, it } from 'vitest';
import { EVENTS } from './event-meanings.ts';
import { interpretWebhook } from './webhook.ts';

const TRADE = '0190a5b2_7c1e_7f00_8a00_0123456789ab_1';
const DOLLARS = { currency: 'USD', minorUnits: 999 };

const word = (notifyType: string, data: object) =>
  interpretWebhook(JSON.stringify({ appId: 'app-1', merchantNo: 'P-1', notifyType, data }));

/** Data with the fields that the event types require, apart from `status`. */
const ALL = {
  outTradeNo: TRADE,
  totalAmount: 9.99,
  currency: 'USD',
  amount: '9.99',
  outRefundNo: 'Refund_1',
  refundTradeNo: 'R1',
  refundAmount: 9.99,
  refundCurrency: 'USD',
  caseId: 'O1',
};

function brief(notifyType: string, data: object): string {
  const said = word(notifyType, { ...ALL, ...data });
  return said?.kind === 'returned' ? `${said.returned.how} ${said.returned.stage}` : (said?.kind ?? 'null');
}

const CASE_LINES = [
  ['DISPUTE_INQUIRY', 'dispute taken'],
  ['DISPUTE_RECEIVED', 'nothing'],
  ['DISPUTE_END', 'person'],
  ['CASE_CLOSED', 'person'],
  ['CASE_CANCEL', 'dispute given-back'],
  ['CASE_CANCELL', 'dispute given-back'],
] as const;

/** A line per type and status, as the provider's documents have them: written a second time, apart from the table. */
const LINES: readonly (readonly [type: string, status: string, says: string])[] = [
  ['PAYMENT', 'SUCCESS', 'paid'],
  ['PAYMENT', 'PENDING', 'pending'],
  ['PAYMENT', 'FAILED', 'refused'],
  ['PAYMENT', 'CLOSED', 'refused'],
  ['CAPTURE', 'SUCCESS', 'paid'],
  ['CAPTURE', 'PENDING', 'nothing'],
  ['CAPTURE', 'FAILED', 'person'],
  ['CANCEL', 'SUCCESS', 'reversal taken'],
  ['CANCEL', 'PENDING', 'nothing'],
  ['CANCEL', 'FAILED', 'nothing'],
  ['REFUND', 'REFUND_PENDING', 'refund announced'],
  ['REFUND', 'REFUND_SUCCESS', 'refund taken'],
  ['REFUND', 'REFUND_FAILED', 'refund given-back'],
  ...['CHARGEBACK', 'DISPUTE', 'CUSTOMER COMPLAINT', 'FRAUD'].flatMap((type) =>
    CASE_LINES.map(([status, says]) => [type, status, says] as const),
  ),
  ['FRAUD', '', 'person'],
];
const WITHOUT_STATUS =
  'TOKENIZATION DEPOSIT EXCHANGE WITHDRAW TRANSFER PAYBYLINK PAYOUT RECEIVE REPAYMENT_RECEIPT SUBSCRIPTION SUBSCRIPTION_PAYMENT';

describe('every PayerMax event has a meaning', () => {
  it('[ORD-16] the table of PayerMax events and the test’s list have the same types and statuses', () => {
    const inTable = Object.entries(EVENTS).flatMap(([type, row]) =>
      typeof row === 'function' ? [type] : Object.keys(row).map((status) => `${type} ${status}`),
    );
    const listed = [...LINES.map(([type, status]) => `${type} ${status}`), ...WITHOUT_STATUS.split(' ')];
    expect(inTable.toSorted()).toEqual(listed.toSorted());
  });

  it.each(LINES)('[ORD-16] the PayerMax event %s %s means %s', (type, status, says) => {
    expect(brief(type, { status })).toBe(says);
  });

  it.each(WITHOUT_STATUS.split(' '))(
    '[ORD-16] the PayerMax event %s means nothing for us, whatever it contains',
    (type) => {
      expect(word(type, { amount: { currency: 'USD', value: '1' } })).toEqual({ kind: 'nothing' });
      expect(word(type, { status: 'Whatever' })).toEqual({ kind: 'nothing' });
    },
  );

  it.each([
    ['SOMETHING_NEW', 'SUCCESS', 'SOMETHING_NEW-SUCCESS'],
    ['PAYMENT', 'EATEN', 'PAYMENT-EATEN'],
    ['CHARGEBACK', 'CASE_EATEN', 'CHARGEBACK-CASE_EATEN'],
    ['REFUND', 'constructor', 'REFUND-constructor'],
    ['constructor', '', 'constructor'],
  ])('[ORD-16] the unknown PayerMax event %s %s is reported by its name', (type, status, eventType) => {
    expect(word(type, { ...ALL, status })).toEqual({ kind: 'unheard-of', eventType });
  });
});

describe('PayerMax webhooks about refunds, reversals and disputes', () => {
  const returnOf = (type: string, data: object) => {
    const said = word(type, { ...ALL, ...data });
    if (said?.kind !== 'returned') throw new Error(`expected a return, got ${said?.kind}`);
    return said.returned;
  };

  it('[ORD-16] a refund webhook is read with our own refund number, or PayerMax’s where ours is missing', () => {
    expect(returnOf('REFUND', { status: 'REFUND_SUCCESS', refundAmount: 4.99 })).toEqual({
      returnId: 'refund_1',
      how: 'refund',
      stage: 'taken',
      providerPaymentId: TRADE,
      money: { currency: 'USD', minorUnits: 499 },
      fee: null,
    });
    expect(returnOf('REFUND', { status: 'REFUND_SUCCESS', outRefundNo: null }).returnId).toBe('R1');
  });

  it('[ORD-16] a webhook about a cancelled payment is read as a reversal without an amount', () => {
    const cancel = { status: 'SUCCESS', cancelNo: 'C1', outRefundNo: null, refundTradeNo: null };
    expect(word('CANCEL', { outTradeNo: TRADE, ...cancel })).toMatchObject({
      returned: { returnId: 'C1', how: 'reversal', money: null },
    });
  });

  describe('a dispute case', () => {
    const opened = (more: object = {}) =>
      returnOf('CHARGEBACK', {
        status: 'DISPUTE_INQUIRY',
        amount: '9.99',
        currency: 'USD',
        fee: '15.00',
        tradeAmount: '9.99',
        tradeCurrency: 'USD',
        ...more,
      });

    it('[ORD-16] a dispute webhook is read with its case number, its amount and its fee', () => {
      expect(opened()).toEqual({
        returnId: 'O1',
        how: 'dispute',
        stage: 'taken',
        providerPaymentId: TRADE,
        money: DOLLARS,
        fee: { currency: 'USD', minorUnits: 1_500 },
      });
    });

    it.each(['DISPUTE_END', 'CASE_CLOSED'])(
      '[ORD-16] a dispute at %s is read as won or lost by its case result',
      (status) => {
        expect(opened({ status, caseResult: 'WIN' }).stage).toBe('given-back');
        expect(opened({ status, caseResult: 'FAIL' }).stage).toBe('lost');
        expect(brief('CHARGEBACK', { status, caseResult: 'constructor' })).toBe('person');
      },
    );

    it('a dispute that has taken no money is read as announced', () => {
      const origin = { originTradeAmount: '9.99', originTradeCurrency: 'USD' };
      expect(opened({ amount: '0.00', ...origin })).toMatchObject({ stage: 'announced', money: DOLLARS });
      expect(opened({ amount: '0.00', currency: null }).stage).toBe('announced');
      expect(opened({ amount: '0.00', tradeCurrency: null, tradeAmount: null }).stage).toBe('announced');
      expect(opened({ amount: null }).stage).toBe('taken');
    });

    it('a dispute in another currency is read in the currency of the sale where the webhook gives that amount', () => {
      const foreign = { amount: '37.46', currency: 'SAR', fee: '56.25' };
      const origin = { originTradeAmount: '4.00', originTradeCurrency: 'USD' };
      expect(opened({ ...foreign, ...origin })).toMatchObject({
        money: { currency: 'USD', minorUnits: 400 },
        fee: { currency: 'SAR', minorUnits: 5_625 },
      });
      expect(opened(foreign).money).toEqual(DOLLARS);
      expect(opened({ ...foreign, tradeAmount: null, tradeCurrency: null }).money).toEqual({
        currency: 'SAR',
        minorUnits: 3_746,
      });
    });

    it('a dispute webhook without any amount is read as about the whole payment', () => {
      const silent = { amount: null, fee: null, tradeAmount: null };
      expect(opened(silent)).toMatchObject({ stage: 'taken', money: null, fee: null });
    });
  });
});
