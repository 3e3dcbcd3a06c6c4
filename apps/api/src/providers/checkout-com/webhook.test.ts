import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readWebhook, interpretWebhook } from './webhook.ts';
import { eventBody, SOURCE } from './test/event-body.ts';

const KEY = 'a-key-for-webhooks';
const ORDER = '0190a5b2-7c1e-7f00-8a00-0123456789ab';

function signed(body: string, signature = createHmac('sha256', KEY).update(body).digest('hex')) {
  return { headers: { 'cko-signature': signature }, body: Buffer.from(body) };
}

const read = (body: string) => readWebhook(signed(body), KEY);

describe('reading a Checkout.com webhook', () => {
  it('a signed webhook is read with its event, its order and its payment', () => {
    expect(read(eventBody('payment_captured'))).toEqual({
      kind: 'read',
      eventId: 'evt_1',
      eventType: 'payment_captured',
      orderId: ORDER,
      providerPaymentId: 'pay_1',
    });
  });

  it.each(['dispute_received', 'authentication_failed'])(
    'a webhook %s is read with its payment and its order, although its data has another id',
    (type) => {
      expect(read(eventBody(type))).toMatchObject({ orderId: ORDER, providerPaymentId: 'pay_1' });
    },
  );

  it('a webhook whose reference is none of our order ids belongs to no order', () => {
    for (const reference of ['x', null])
      expect(read(eventBody('payment_captured', { reference }))).toMatchObject({
        orderId: null,
        providerPaymentId: 'pay_1',
      });
    expect(read(eventBody('report_generated'))).toMatchObject({ orderId: null, providerPaymentId: null });
  });

  it('a webhook without an event id is identified by its action id; without both it is unreadable', () => {
    const type = 'payment_authentication_failed';
    expect(read(eventBody(type, {}, {}))).toMatchObject({ kind: 'read', eventId: `${type}:act_1` });
    expect(read(eventBody(type, { action_id: null }, {}))).toEqual({ kind: 'unreadable' });
  });

  it.each(['{"not even":', '[]', '{"id":"evt_1"}', '', '{"id":"evt_1","type":"A type!","data":{}}'])(
    'a signed webhook with an unreadable body is unreadable: %j',
    (body) => expect(read(body)).toEqual({ kind: 'unreadable' }),
  );

  it.each(['', 'ab', '0'.repeat(64), 'Z'.repeat(64)])(
    'a webhook with the signature %j is forged',
    (signature) => {
      expect(readWebhook(signed(eventBody('payment_captured'), signature), KEY)).toEqual({
        kind: 'forged',
      });
    },
  );

  it('a webhook whose signature has extra characters before or after it is forged', () => {
    const { headers, body } = signed(eventBody('payment_captured'));
    for (const signature of [`0${headers['cko-signature']}`, `${headers['cko-signature']}00`])
      expect(readWebhook({ headers: { 'cko-signature': signature }, body }, KEY)).toEqual({
        kind: 'forged',
      });
  });

  it.each([
    ['an id that is not an event id', eventBody('payment_captured', {}, { id: 'act_1' })],
    ['a type with a space before it', eventBody(' payment_captured')],
    ['a type with a line behind it', eventBody('payment_captured\n<b>')],
  ])('a signed webhook with %s is unreadable', (_what, body) => {
    expect(read(body)).toEqual({ kind: 'unreadable' });
  });

  it('a webhook whose data has an id that is no payment id is read without a payment', () => {
    expect(read(eventBody('payment_captured', { id: 'sid_1' }))).toMatchObject({ providerPaymentId: null });
  });

  it('a webhook with two signatures is forged', () => {
    const { headers, body } = signed(eventBody('payment_captured'));
    const twice = { 'cko-signature': [headers['cko-signature'], headers['cko-signature']] };
    expect(readWebhook({ headers: twice, body }, KEY)).toEqual({ kind: 'forged' });
  });
});

describe('the meaning of a Checkout.com webhook', () => {
  it('[CRD-10] a capture webhook is read with its amount and its card, whether or not the card is saved', () => {
    const { id: _id, ...unsavedSource } = SOURCE;
    const paidWith = { scheme: 'visa', last4: '4242', fingerprint: SOURCE.fingerprint };
    expect(interpretWebhook(eventBody('payment_captured'))).toMatchObject({
      kind: 'paid',
      card: { sourceId: 'src_1' },
      paidWith,
    });
    expect(interpretWebhook(eventBody('payment_captured', { source: unsavedSource }))).toEqual({
      kind: 'paid',
      card: null,
      paidWith,
      providerPaymentId: 'pay_1',
      money: { currency: 'USD', minorUnits: 999 },
    });
  });

  it.each([{ amount: null }, { currency: null }, { id: null }, { amount: '999' }, { amount: 9.99 }])(
    'a capture webhook without a readable amount, currency or payment is read with an unknown result: %j',
    (more) => expect(interpretWebhook(eventBody('payment_captured', more))?.kind).toBe('unknown'),
  );

  it.each(['xUSD', 'USDx'])(
    'a capture webhook with the currency %s is read with an unknown result',
    (currency) => expect(interpretWebhook(eventBody('payment_captured', { currency }))?.kind).toBe('unknown'),
  );

  it('[ORD-16] a refund webhook that has no amount field is read as a refund without an amount', () => {
    const { amount: _amount, ...data } = JSON.parse(eventBody('payment_refunded')).data as { amount: number };
    const body = JSON.stringify({ id: 'evt_1', type: 'payment_refunded', data });
    expect(interpretWebhook(body)).toMatchObject({ kind: 'returned', returned: { money: null } });
  });

  it('a decline webhook is read with the bank’s code, or with a code for its event type where the bank’s is missing', () => {
    const word = (type: string, more: object = {}) => interpretWebhook(eventBody(type, more));
    expect(word('payment_declined', { response_code: '20051' })).toEqual({
      kind: 'refused',
      providerPaymentId: 'pay_1',
      outcome: 'balance',
      code: '20051',
    });
    expect(word('payment_authentication_failed')).toMatchObject({ outcome: 'verify', code: '20151' });
    expect(word('payment_authentication_failed', { response_code: '20152' })).toMatchObject({
      code: '20152',
    });
    expect(word('payment_canceled')).toMatchObject({ outcome: 'other', code: 'payment_canceled' });
  });

  it.each([
    [{ next_attempt_on: '2026-11-20T10:00:00Z' }, 'pending'],
    [{ attempts_made: 1, max_attempts: 3 }, 'pending'],
    [{ attempts_made: 3, max_attempts: 3 }, 'refused'],
    [{}, 'refused'],
    [null, 'refused'],
  ] as const)('a decline webhook with the retry %j is read as %s', (retry, kind) =>
    expect(interpretWebhook(eventBody('payment_declined', { retry }))?.kind).toBe(kind),
  );

  it('[ORD-16] a dispute webhook is read in its own currency, and without an amount when it has none', () => {
    const word = (more: object) => interpretWebhook(eventBody('dispute_received', more));
    const riyals = { amount: 3_746, currency: 'SAR' };
    expect(word(riyals)).toMatchObject({ returned: { money: { currency: 'SAR', minorUnits: 3_746 } } });
    expect(word({ amount: null })).toMatchObject({ returned: { returnId: 'dsp_1', money: null } });
  });

  it.each([{ amount: 9.99 }, { amount: '999' }, { amount: -1 }, { currency: 'dollars' }, { currency: null }])(
    '[ORD-16] a refund webhook whose amount cannot be read is unreadable and its amount not guessed: %j',
    (more) => {
      const body = eventBody('payment_refunded', more);
      expect(interpretWebhook(body)).toBeNull();
      expect(read(body)).toEqual({ kind: 'unreadable' });
    },
  );

  it('[ORD-16] a refund webhook without an action id is read under its event id; a dispute webhook without an id is unreadable', () => {
    const refund = interpretWebhook(eventBody('payment_refunded', { action_id: null }));
    expect(refund).toMatchObject({ returned: { returnId: 'evt_1' } });
    expect(interpretWebhook(eventBody('dispute_won', { id: null }))).toBeNull();
  });

  it('a stored webhook whose body is no JSON is interpreted as null', () =>
    expect(interpretWebhook('{"id":')).toBeNull());
});
