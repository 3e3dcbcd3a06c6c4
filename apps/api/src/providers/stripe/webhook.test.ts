import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { WebhookReading } from '../provider.ts';
import { readWebhook, interpretWebhook } from './webhook.ts';
import { INTENT, NOW, ORDER } from './test/stripe-answering.ts';

const SECRET = 'whsec_ofthetest0000001';

const eventOf = (type: string, object: object): string =>
  JSON.stringify({ id: 'evt_1', type, data: { object } });

function headerOf(body: string, at = NOW.getTime() / 1000, secret = SECRET): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

function read(body: string, header: string | string[] | undefined = headerOf(body)): WebhookReading {
  return readWebhook({ headers: { 'stripe-signature': header }, body: Buffer.from(body) }, SECRET, NOW);
}

const PAID = eventOf('payment_intent.succeeded', INTENT);
const REFUND = { id: 're_1', object: 'refund', amount: 400, currency: 'usd', payment_intent: 'pi_1' };
const DISPUTE = {
  id: 'du_1',
  object: 'dispute',
  amount: 999,
  currency: 'usd',
  payment_intent: 'pi_1',
  metadata: {},
};

describe('who it is from', () => {
  it('signed now: its event, its order and its payment', () => {
    expect(read(PAID)).toEqual({
      kind: 'read',
      eventId: 'evt_1',
      eventType: 'payment_intent.succeeded',
      orderId: ORDER,
      providerPaymentId: 'pi_1',
    });
  });

  it('a dispute has no word of the order, and names the payment', () => {
    const body = eventOf('charge.dispute.funds_withdrawn', { ...DISPUTE, status: 'needs_response' });
    expect(read(body)).toMatchObject({ kind: 'read', orderId: null, providerPaymentId: 'pi_1' });
  });

  const seconds = NOW.getTime() / 1000;
  it.each([
    ['nobody', undefined],
    ['two headers', [headerOf(PAID), headerOf(PAID)]],
    ['another key', headerOf(PAID, seconds, 'whsec_of_somebody_else')],
    ['six minutes ago', headerOf(PAID, seconds - 360)],
    ['a time that was not signed', headerOf(PAID, seconds - 360).replace(/t=\d+/, `t=${seconds}`)],
    ['an old scheme', headerOf(PAID).replace('v1=', 'v0=')],
    ['nonsense', 'signed'],
  ])('signed by %s it is forged', (_name, header) => {
    const raw = { headers: { 'stripe-signature': header }, body: Buffer.from(PAID) };
    expect(readWebhook(raw, SECRET, NOW)).toEqual({ kind: 'forged' });
  });

  it.each([
    ['no JSON', '{'],
    ['no event', '{"id":"evt_1"}'],
    ['an event whose object nobody can read', eventOf('payment_intent.succeeded', { id: 'pi_1' })],
    ['a refund in a status nobody knows', eventOf('refund.updated', { ...REFUND, status: 'new' })],
  ])('signed, and %s: stored and raised', (_name, body) => {
    expect(read(body)).toEqual({ kind: 'unreadable' });
  });
});

describe('what it says', () => {
  const said = (type: string, object: object) => interpretWebhook(eventOf(type, object));
  const failed = {
    ...INTENT,
    status: 'requires_payment_method',
    amount_received: 0,
    last_payment_error: { code: 'card_declined', decline_code: 'lost_card' },
  };

  it('how the payment ended', () => {
    const money = { currency: 'USD', minorUnits: 999 };
    expect(said('payment_intent.succeeded', INTENT)).toMatchObject({ kind: 'paid', money });
    expect(said('payment_intent.payment_failed', failed)).toMatchObject({
      kind: 'refused',
      outcome: 'high-risk',
      code: 'lost_card',
    });
    expect(said('payment_intent.canceled', { ...INTENT, status: 'canceled' })).toMatchObject({
      kind: 'refused',
      code: 'canceled',
    });
    expect(said('payment_intent.processing', { ...INTENT, status: 'processing' })).toEqual({
      kind: 'pending',
      providerPaymentId: 'pi_1',
    });
  });

  it('a charge is money once it is captured, and says which card it was', () => {
    const card = { brand: 'visa', last4: '4242', fingerprint: 'fp1' };
    const charge = {
      id: 'ch_1',
      captured: true,
      amount_captured: 998,
      currency: 'usd',
      payment_intent: 'pi_1',
      payment_method_details: { card },
    };
    expect(said('charge.succeeded', charge)).toEqual({
      kind: 'paid',
      providerPaymentId: 'pi_1',
      money: { currency: 'USD', minorUnits: 998 },
      card: null,
      paidWith: { scheme: 'visa', last4: '4242', fingerprint: 'fp1' },
    });
    expect(said('charge.succeeded', { ...charge, captured: false })).toMatchObject({ kind: 'pending' });
    expect(said('charge.succeeded', { ...charge, payment_intent: null })).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    ['pending', 'announced'],
    ['requires_action', 'announced'],
    ['succeeded', 'taken'],
    ['failed', 'given-back'],
    ['canceled', 'given-back'],
  ])('a refund that is %s is %s', (status, stage) => {
    expect(said('refund.updated', { ...REFUND, status })).toMatchObject({
      returned: { returnId: 're_1', how: 'refund', stage, money: { currency: 'USD', minorUnits: 400 } },
    });
  });

  it('the sum of refunds is not told again', () => {
    expect(said('charge.refunded', { id: 'ch_1', amount_refunded: 400 })).toEqual({ kind: 'nothing' });
  });

  it.each([
    ['created', 'needs_response', { kind: 'returned', returned: { stage: 'announced' } }],
    ['created', 'warning_needs_response', { kind: 'person' }],
    ['funds_withdrawn', 'needs_response', { kind: 'returned', returned: { stage: 'taken' } }],
    ['updated', 'under_review', { kind: 'nothing' }],
    ['funds_reinstated', 'won', { kind: 'returned', returned: { stage: 'given-back-again' } }],
    ['closed', 'won', { kind: 'nothing' }],
    ['closed', 'lost', { kind: 'returned', returned: { stage: 'lost' } }],
    ['closed', 'warning_closed', { kind: 'nothing' }],
    ['closed', 'prevented', { kind: 'person' }],
  ])('a dispute is %s, %s', (type, status, word) => {
    expect(said(`charge.dispute.${type}`, { ...DISPUTE, status })).toMatchObject(word);
  });
});
