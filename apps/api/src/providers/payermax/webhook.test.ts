import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readWebhook, interpretWebhook } from './webhook.ts';
import { payermaxSignature } from './client.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const US = { signature: payermaxSignature(privateKey, publicKey), appId: 'app-1', merchantNo: 'P-1' };
const ORDER = '0190a5b2-7c1e-7f00-8a00-0123456789ab';
const TRADE = '0190a5b2_7c1e_7f00_8a00_0123456789ab_1';

function signed(
  body: string,
  signature = sign('RSA-SHA256', Buffer.from(body), privateKey).toString('base64'),
) {
  return { headers: { sign: signature }, body: Buffer.from(body) };
}

const news = (notifyType: string, data: object, head: object = {}) =>
  JSON.stringify({
    code: 'APPLY_SUCCESS',
    msg: 'Success.',
    appId: 'app-1',
    merchantNo: 'P-1',
    notifyType,
    ...head,
    data: { outTradeNo: TRADE, ...data },
  });
const payment = (data: object = {}, head: object = {}) =>
  news('PAYMENT', { status: 'SUCCESS', totalAmount: 9.99, currency: 'USD', ...data }, head);
const refund = (status: string, more: object = {}) =>
  news('REFUND', { outRefundNo: 'refund_1', status, refundAmount: 9.99, refundCurrency: 'USD', ...more });

describe('reading a PayerMax webhook', () => {
  it('a payment webhook finds its order by the trade number, and has the same event id when it is repeated', () => {
    const read = {
      kind: 'read',
      eventId: `PAYMENT-${TRADE}-SUCCESS`,
      eventType: 'PAYMENT-SUCCESS',
      orderId: ORDER,
      providerPaymentId: TRADE,
    };
    expect(readWebhook(signed(payment()), US)).toEqual(read);
    expect(readWebhook(signed(payment({ completeTime: 'later' })), US)).toEqual(read);
    expect(readWebhook(signed(payment({ outTradeNo: TRADE.toUpperCase() })), US)).toEqual(read);
  });

  it('webhooks about two refunds of one payment are two events', () => {
    const events = ['refund_1', 'refund_2'].map((outRefundNo) =>
      readWebhook(signed(refund('REFUND_SUCCESS', { outRefundNo })), US),
    );
    expect(events).toMatchObject([{ orderId: ORDER }, { orderId: ORDER }]);
    expect(events[0]).not.toEqual(events[1]);
  });

  it('a webhook about a foreign trade number belongs to no order, unless its reference is our order id', () => {
    const stranger = { outTradeNo: 'x' };
    expect(readWebhook(signed(payment(stranger)), US)).toMatchObject({ orderId: null });
    expect(readWebhook(signed(payment({ ...stranger, reference: ORDER })), US)).toMatchObject({
      orderId: ORDER,
    });
  });

  it('each new status of a dispute is another event; the same status again is the same event', () => {
    const ids = [
      { status: 'DISPUTE_INQUIRY' },
      { status: 'DISPUTE_INQUIRY', reasonMessage: 'told again' },
      { status: 'DISPUTE_END', caseResult: 'WIN' },
      { status: 'DISPUTE_END', caseResult: 'FAIL' },
    ].map((data) => readWebhook(signed(news('CHARGEBACK', { caseId: 'O1', ...data })), US));
    expect(ids.map((read) => read.kind)).toEqual(Array(4).fill('read'));
    const [inquiry, again, ...ends] = ids.map((read) => (read as { eventId: string }).eventId);
    expect(again).toBe(inquiry);
    expect(new Set([inquiry, ...ends]).size).toBe(3);
  });

  it('webhooks without a trade number have different event ids when their content differs, and the same when it is equal', () => {
    const deposit = (value: string) =>
      readWebhook(signed(news('DEPOSIT', { outTradeNo: undefined, amount: { currency: 'USD', value } })), US);
    expect(deposit('1')).toMatchObject({
      kind: 'read',
      eventType: 'DEPOSIT',
      orderId: null,
      providerPaymentId: null,
    });
    expect(deposit('1')).toEqual(deposit('1'));
    expect(deposit('1')).not.toEqual(deposit('2'));
  });

  it('a refund or dispute webhook without a number of its own is unreadable', () => {
    expect(readWebhook(signed(news('REFUND', { status: 'REFUND_SUCCESS' })), US)).toEqual({
      kind: 'unreadable',
    });
    expect(readWebhook(signed(news('CHARGEBACK', { status: 'DISPUTE_INQUIRY' })), US)).toEqual({
      kind: 'unreadable',
    });
  });

  it('a webhook signed by PayerMax for another shop or app is forged', () => {
    for (const other of [{ appId: 'app-2' }, { merchantNo: 'P-2' }])
      expect(readWebhook(signed(payment({}, other)), US)).toEqual({ kind: 'forged' });
  });

  it.each(['{"not even":', '[]', '{"notifyType":"PAYMENT"}', ''])(
    'a signed webhook without the needed fields is unreadable: %j',
    (body) => {
      expect(readWebhook(signed(body), US)).toEqual({ kind: 'unreadable' });
    },
  );

  it.each(['', 'AAAA', 'not base64 at all', 'A'.repeat(344)])(
    'a webhook with the signature %j is forged',
    (signature) => {
      expect(readWebhook(signed(payment(), signature), US)).toEqual({ kind: 'forged' });
    },
  );

  it('a webhook with two signatures is forged', () => {
    const { headers, body } = signed(payment());
    expect(readWebhook({ headers: { sign: [headers.sign, headers.sign] }, body }, US)).toEqual({
      kind: 'forged',
    });
  });
});

describe('the meaning of a PayerMax webhook', () => {
  it('a successful payment webhook is read as paid, with its amount and its card', () => {
    const cardInfo = {
      cardOrg: 'VISA',
      country: 'SA',
      cardIdentifierNo: '424242******4242',
      cardBinNo: '424242',
      cardLast4: '4242',
      cardExpirationMonth: '07',
      cardExpirationYear: '2031',
      source: 'CARD',
    };
    const body = payment({ paymentDetails: [{ paymentTokenID: 'PMTOKEN1', cardInfo }] });
    expect(interpretWebhook(body)).toMatchObject({
      kind: 'paid',
      providerPaymentId: TRADE,
      money: { currency: 'USD', minorUnits: 999 },
      paidWith: { scheme: 'visa', last4: '4242' },
      card: { sourceId: 'pmx_PMTOKEN1', last4: '4242', expiry: '07/31' },
    });
  });

  it('a payment webhook is read by its payment status, whatever code its header has', () => {
    const bad = { code: 'PAYMENT_FAILED', msg: 'Payment failed.' };
    expect(interpretWebhook(payment({}, bad))?.kind).toBe('paid');
    expect(interpretWebhook(payment({ status: 'FAILED' }))?.kind).toBe('refused');
  });

  it('a successful payment webhook without a readable amount is read with an unknown result', () => {
    for (const lacking of [{ totalAmount: null }, { currency: null }, { totalAmount: 'much' }])
      expect(interpretWebhook(payment(lacking))?.kind).toBe('unknown');
  });

  it('a failed payment webhook is read as refused with the bank’s code, and a closed payment as refused with the code CLOSED', () => {
    const head = { code: 'BALANCE_INSUFFICIENT', msg: 'Insufficient balance.' };
    expect(interpretWebhook(payment({ status: 'FAILED' }, head))).toEqual({
      kind: 'refused',
      providerPaymentId: TRADE,
      outcome: 'balance',
      code: 'BALANCE_INSUFFICIENT',
    });
    expect(interpretWebhook(payment({ status: 'FAILED' }, { code: null }))).toMatchObject({
      outcome: 'other',
      code: 'FAILED',
    });
    expect(interpretWebhook(payment({ status: 'CLOSED' }, { code: 'PAYMENT_FAILED' }))).toMatchObject({
      outcome: 'other',
      code: 'CLOSED',
    });
  });

  it('a webhook about a payment that is only authorised is read as pending', () => {
    expect(interpretWebhook(payment({ captureMode: 'MANUAL' }))).toEqual({
      kind: 'pending',
      providerPaymentId: TRADE,
    });
  });

  it('a stored webhook whose body is no JSON is interpreted as null', () => {
    expect(interpretWebhook('nonsense')).toBeNull();
    expect(interpretWebhook('{}')).toBeNull();
  });
});
