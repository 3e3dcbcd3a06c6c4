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

describe('the signature of a Stripe webhook', () => {
  it('a signed webhook is read with its event, its order and its payment', () => {
    expect(read(PAID)).toEqual({
      kind: 'read',
      eventId: 'evt_1',
      eventType: 'payment_intent.succeeded',
      orderId: ORDER,
      providerPaymentId: 'pi_1',
    });
  });

  it('a dispute webhook is read with its payment and without an order', () => {
    const body = eventOf('charge.dispute.funds_withdrawn', { ...DISPUTE, status: 'needs_response' });
    expect(read(body)).toMatchObject({ kind: 'read', orderId: null, providerPaymentId: 'pi_1' });
  });

  const seconds = NOW.getTime() / 1000;
  it.each([
    ['no signature', undefined],
    ['two signature headers', [headerOf(PAID), headerOf(PAID)]],
    ['a signature by another key', headerOf(PAID, seconds, 'whsec_of_somebody_else')],
    ['a signature six minutes old', headerOf(PAID, seconds - 360)],
    ['a changed signature time', headerOf(PAID, seconds - 360).replace(/t=\d+/, `t=${seconds}`)],
    ['an old signature scheme', headerOf(PAID).replace('v1=', 'v0=')],
    ['an unreadable signature', 'signed'],
  ])('a Stripe webhook with %s is forged', (_name, header) => {
    const raw = { headers: { 'stripe-signature': header }, body: Buffer.from(PAID) };
    expect(readWebhook(raw, SECRET, NOW)).toEqual({ kind: 'forged' });
  });

  it.each([
    ['a body that is not JSON', '{'],
    ['an incomplete event', '{"id":"evt_1"}'],
    ['an event whose object cannot be read', eventOf('payment_intent.succeeded', { id: 'pi_1' })],
    ['a refund in an unknown status', eventOf('refund.updated', { ...REFUND, status: 'new' })],
  ])('a signed webhook with %s is unreadable', (_name, body) => {
    expect(read(body)).toEqual({ kind: 'unreadable' });
  });
});

describe('the meaning of a Stripe webhook', () => {
  const said = (type: string, object: object) => interpretWebhook(eventOf(type, object));
  const failed = {
    ...INTENT,
    status: 'requires_payment_method',
    amount_received: 0,
    last_payment_error: { code: 'card_declined', decline_code: 'lost_card' },
  };

  it('payment webhooks are read as paid, refused with their code, or pending', () => {
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

  it('a charge webhook is read as paid only once it is captured, with its card', () => {
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
  ])('a webhook about a refund with the status %s is read as %s', (status, stage) => {
    expect(said('refund.updated', { ...REFUND, status })).toMatchObject({
      returned: { returnId: 're_1', how: 'refund', stage, money: { currency: 'USD', minorUnits: 400 } },
    });
  });

  it('a charge.refunded webhook, which has only the sum of the refunds, changes nothing', () => {
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
  ])('a dispute webhook %s with the status %s is read with its right meaning', (type, status, word) => {
    expect(said(`charge.dispute.${type}`, { ...DISPUTE, status })).toMatchObject(word);
  });
});
