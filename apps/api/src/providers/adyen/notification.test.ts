import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readNotification, stepOfNotification } from './notification.ts';

const KEYS = {
  hmacKey: '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
  merchantAccount: 'MA',
};
const ORDER = '0190a5b2-7c1e-7f00-8a00-0123456789ab';

interface Given {
  readonly eventCode?: string;
  readonly success?: string;
  readonly pspReference?: string;
  readonly originalReference?: string;
  readonly merchantReference?: string;
  readonly merchantAccountCode?: string;
  readonly amount?: { readonly value: number; readonly currency: string };
  readonly reason?: string;
  readonly additionalData?: Record<string, string>;
}

function sign(text: string): string {
  return createHmac('sha256', Buffer.from(KEYS.hmacKey, 'hex')).update(text).digest('base64');
}

function item(given: Given = {}, signature?: string): object {
  const one = {
    eventCode: 'AUTHORISATION',
    success: 'true',
    pspReference: 'PSP1',
    merchantAccountCode: 'MA',
    merchantReference: ORDER,
    amount: { value: 499, currency: 'USD' },
    ...given,
  };
  const { value, currency } = one.amount;
  const signed = `${one.pspReference}:${given.originalReference ?? ''}:${one.merchantAccountCode}:${one.merchantReference}:${value}:${currency}:${one.eventCode}:${one.success}`;
  const hmacSignature = signature ?? sign(signed);
  return { NotificationRequestItem: { ...one, additionalData: { ...given.additionalData, hmacSignature } } };
}

const bodyOf = (...notificationItems: object[]) => JSON.stringify({ live: 'false', notificationItems });
const read = (body: string) => readNotification({ headers: {}, body: Buffer.from(body) }, KEYS);
const reading = (...given: Given[]) => read(bodyOf(...given.map((one) => item(one))));
const step = (given: Given) => stepOfNotification(bodyOf(item(given)));

describe('reading a notification', () => {
  it('reads what is signed over its eight fields', () => {
    const signature = sign('PSP1::MA:ORD1:499:USD:AUTHORISATION:true');
    expect(read(bodyOf(item({ merchantReference: 'ORD1' }, signature)))).toEqual({
      kind: 'read',
      eventId: 'PSP1 AUTHORISATION true',
      eventType: 'AUTHORISATION',
      orderId: null,
    });
    expect(reading({})).toMatchObject({ kind: 'read', orderId: ORDER });
  });

  it('a doubled one has the same id; another event, or another success, of the same payment has another', () => {
    const idOf = (given: Given) => (reading(given) as { eventId?: string }).eventId;
    expect(idOf({ reason: 'sent again' })).toBe(idOf({}));
    expect(new Set([idOf({}), idOf({ success: 'false' }), idOf({ eventCode: 'CAPTURE' })]).size).toBe(3);
  });

  it.each([
    ['pspReference', { pspReference: 'PSP2' }],
    ['originalReference', { originalReference: 'PSP0' }],
    ['merchantAccountCode', { merchantAccountCode: 'MB' }],
    ['merchantReference', { merchantReference: 'ORD2' }],
    ['amount', { amount: { value: 1, currency: 'USD' } }],
    ['currency', { amount: { value: 499, currency: 'JPY' } }],
    ['eventCode', { eventCode: 'CAPTURE' }],
    ['success', { success: 'false' }],
  ])('with another %s than was signed it is forged', (_field, changed) => {
    const signature = sign(`PSP1::MA:${ORDER}:499:USD:AUTHORISATION:true`);
    expect(read(bodyOf(item({}, signature))).kind).toBe('read');
    expect(read(bodyOf(item(changed, signature)))).toEqual({ kind: 'forged' });
  });

  it.each(['', 'ab', 'AAAA', 'Z'.repeat(44)])('the signature %j is forged', (signature) => {
    expect(read(bodyOf(item({}, signature)))).toEqual({ kind: 'forged' });
  });

  it.each(['', '[]', '{"notificationItems":[]}', '{"notificationItems":[{}]}', '{"not even":'])(
    'what has no signature to check is forged: %j',
    (body) => expect(read(body)).toEqual({ kind: 'forged' }),
  );

  it('signed, but of another merchant account, is for a person', () => {
    expect(reading({ merchantAccountCode: 'Sister' })).toEqual({ kind: 'unreadable' });
  });
});

describe('several items in one call', () => {
  it('about one order, one of them deciding, are read as one', () => {
    const capture = { eventCode: 'CAPTURE', pspReference: 'PSP2', originalReference: 'PSP1' };
    expect(reading(capture, {})).toEqual({
      kind: 'read',
      eventId: 'PSP2 CAPTURE true, PSP1 AUTHORISATION true',
      eventType: 'CAPTURE, AUTHORISATION',
      orderId: ORDER,
    });
    expect(stepOfNotification(bodyOf(item(capture), item()))).toMatchObject({ kind: 'paid' });
  });

  it('about two orders, or two of them deciding, are for a person', () => {
    const other = { merchantReference: '0190a5b2-7c1e-7f00-8a00-000000000000' };
    expect(reading({ eventCode: 'CAPTURE' }, { ...other, eventCode: 'CAPTURE' }).kind).toBe('unreadable');
    expect(reading({}, { pspReference: 'PSP2', success: 'false' }).kind).toBe('unreadable');
  });

  it('one forged among them makes the call forged', () => {
    expect(read(bodyOf(item(), item({ pspReference: 'PSP2' }, sign('nothing'))))).toEqual({ kind: 'forged' });
  });
});

describe('what a notification decides', () => {
  it('an authorisation that went well is paid, with what was taken and its card', () => {
    const additionalData = {
      cardSummary: '1111',
      cardBin: '411111',
      expiryDate: '3/2030',
      alias: 'H167852639363479',
      paymentMethod: 'mc',
      'tokenization.storedPaymentMethodId': 'M5N7TQ4TG5PFWR50',
    };
    expect(step({ additionalData })).toEqual({
      kind: 'paid',
      card: expect.objectContaining({ sourceId: 'M5N7TQ4TG5PFWR50', scheme: 'mastercard', expiry: '03/30' }),
      providerPaymentId: 'PSP1',
      amountMinorUnits: 499,
      currency: 'USD',
    });
    expect(step({})).toMatchObject({ kind: 'paid', card: null });
  });

  it.each([
    ['Expired Card', 'expire', '6'],
    ['3D Not Authenticated', 'verify', '11'],
    ['Not enough balance', 'balance', '12'],
    ['CVC Declined', 'verify', '24'],
    ['Refused', 'other', '2'],
    ['Something new', 'other', 'Something new'],
  ])('[ORD-04] one that failed with the text %j is %s, under the code %s', (reason, outcome, code) => {
    expect(step({ success: 'false', reason })).toEqual({
      kind: 'refused',
      providerPaymentId: 'PSP1',
      outcome,
      code,
    });
  });

  it('a failure that gives no reason is a refusal all the same', () => {
    expect(step({ success: 'false' })).toMatchObject({ kind: 'refused', outcome: 'other', code: 'Refused' });
  });

  it.each([
    ['REFUND', 'refund', 499],
    ['CHARGEBACK', 'chargeback', 499],
    ['CANCELLATION', 'refund', null],
    ['TECHNICAL_CANCEL', 'refund', null],
    ['CANCEL_OR_REFUND', 'refund', null],
  ])('%s: money that went back, of the payment it names', (eventCode, how, amountMinorUnits) => {
    const given = { eventCode, pspReference: 'PSP9', originalReference: 'PSP1' };
    expect(reading(given)).toMatchObject({ kind: 'read', orderId: ORDER });
    expect(step(given)).toEqual({ kind: 'returned', how, providerPaymentId: 'PSP1', amountMinorUnits });
  });

  it('a chargeback in another currency is taken for all of it', () => {
    const given = { eventCode: 'CHARGEBACK', originalReference: 'PSP1' };
    expect(step({ ...given, amount: { value: 1_870, currency: 'SAR' } })).toMatchObject({
      kind: 'returned',
      amountMinorUnits: null,
    });
  });

  it('money that went back from nowhere is asked about', () => {
    expect(step({ eventCode: 'REFUND' })?.kind).toBe('unknown');
  });

  it.each([
    ['CAPTURE_FAILED', 'true'],
    ['EXPIRE', 'true'],
    ['REFUND_FAILED', 'true'],
    ['REFUND', 'false'],
    ['REFUNDED_REVERSED', 'true'],
    ['CHARGEBACK_REVERSED', 'true'],
    ['SECOND_CHARGEBACK', 'true'],
    ['REQUEST_FOR_INFORMATION', 'true'],
  ])('%s (success %s) is kept and raised for a person', (eventCode, success) => {
    const given = { eventCode, success, originalReference: 'PSP1' };
    expect(reading(given)).toEqual({ kind: 'unreadable' });
    expect(step(given)).toBeNull();
  });

  it.each(['CAPTURE', 'NOTIFICATION_OF_CHARGEBACK', 'REPORT_AVAILABLE', 'RECURRING_CONTRACT', 'constructor'])(
    '%s decides nothing',
    (eventCode) => {
      expect(reading({ eventCode }).kind).toBe('read');
      expect(step({ eventCode })).toBeNull();
    },
  );

  it('a cancellation that came too late changes nothing', () => {
    expect(step({ eventCode: 'CANCELLATION', success: 'false', originalReference: 'PSP1' })).toBeNull();
  });
});
