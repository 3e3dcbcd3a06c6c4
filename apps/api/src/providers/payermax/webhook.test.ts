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

describe('reading a notification', () => {
  it('finds the order in the number of the trade; the same news again is the same event', () => {
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

  it('two refunds of one trade are two events', () => {
    const events = ['refund_1', 'refund_2'].map((outRefundNo) =>
      readWebhook(signed(refund('REFUND_SUCCESS', { outRefundNo })), US),
    );
    expect(events).toMatchObject([{ orderId: ORDER }, { orderId: ORDER }]);
    expect(events[0]).not.toEqual(events[1]);
  });

  it('a trade that is none of ours belongs to no order, unless it echoes one', () => {
    const stranger = { outTradeNo: 'x' };
    expect(readWebhook(signed(payment(stranger)), US)).toMatchObject({ orderId: null });
    expect(readWebhook(signed(payment({ ...stranger, reference: ORDER })), US)).toMatchObject({
      orderId: ORDER,
    });
  });

  it('a new status of a dispute is another event; the same status again is the same event', () => {
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

  it('of things without a name, each is an event of its own', () => {
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

  it('a return without a name of its own is for a person', () => {
    expect(readWebhook(signed(news('REFUND', { status: 'REFUND_SUCCESS' })), US)).toEqual({
      kind: 'unreadable',
    });
    expect(readWebhook(signed(news('CHARGEBACK', { status: 'DISPUTE_INQUIRY' })), US)).toEqual({
      kind: 'unreadable',
    });
  });

  it('signed for another shop is forged: the provider signs for all of them', () => {
    for (const other of [{ appId: 'app-2' }, { merchantNo: 'P-2' }])
      expect(readWebhook(signed(payment({}, other)), US)).toEqual({ kind: 'forged' });
  });

  it.each(['{"not even":', '[]', '{"notifyType":"PAYMENT"}', ''])('signed but not readable: %j', (body) => {
    expect(readWebhook(signed(body), US)).toEqual({ kind: 'unreadable' });
  });

  it.each(['', 'AAAA', 'not base64 at all', 'A'.repeat(344)])('the signature %j is forged', (signature) => {
    expect(readWebhook(signed(payment(), signature), US)).toEqual({ kind: 'forged' });
  });

  it('two signatures are no signature', () => {
    const { headers, body } = signed(payment());
    expect(readWebhook({ headers: { sign: [headers.sign, headers.sign] }, body }, US)).toEqual({
      kind: 'forged',
    });
  });
});

describe('what a notification decides', () => {
  it('paid, with what was taken and from which card', () => {
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

  it('the status alone decides: neither a good head nor a bad one changes it', () => {
    const bad = { code: 'PAYMENT_FAILED', msg: 'Payment failed.' };
    expect(interpretWebhook(payment({}, bad))?.kind).toBe('paid');
    expect(interpretWebhook(payment({ status: 'FAILED' }))?.kind).toBe('refused');
  });

  it('a success that does not say how much is not taken as paid', () => {
    for (const lacking of [{ totalAmount: null }, { currency: null }, { totalAmount: 'much' }])
      expect(interpretWebhook(payment(lacking))?.kind).toBe('unknown');
  });

  it('refusals carry the code of the bank; what its payer left says so', () => {
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

  it('a payment that is only held is not paid yet', () => {
    expect(interpretWebhook(payment({ captureMode: 'MANUAL' }))).toEqual({
      kind: 'pending',
      providerPaymentId: TRADE,
    });
  });

  it('no news are null, and so is nonsense', () => {
    expect(interpretWebhook('nonsense')).toBeNull();
    expect(interpretWebhook('{}')).toBeNull();
  });
});
