import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { controlRoutes, type BookRow } from '../control.ts';
import { SCENARIOS } from '../scenarios.ts';
import { createApiOutage } from '../world/api-outage.ts';
import { createDisputes, disputesInBooks, type Dispute, type Disputes } from '../world/disputes.ts';
import { createMovements, movedBy, type Movement, type Movements } from '../world/movements.ts';
import { returnControlRoutes, type ReturnControls } from '../world/return-controls.ts';
import type { RegisteredProvider, World } from '../world/world.ts';
import { walletSection } from '../apple-pay/wallet-section.ts';
import { activityReport } from './activity-report.ts';
import { answering, type AnsweringDeps } from './answering.ts';
import { DISPUTE_EVENTS, disputeEvents, eventBody, eventsOf } from './events.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { newId } from './ids.ts';
import { amountOf, capturedOf, orderOf, seconds, STATUSES, type StripeIntent } from './intent.ts';
import { createIntents, type Intents, type StripeNews } from './intents.ts';
import { listIntents, listRefunds, retrieveIntent, searchIntents } from './look-up-calls.ts';
import {
  createIntent,
  createRefund,
  createToken,
  type StripeCardToken,
  type PaymentDeps,
} from './payment-calls.ts';

export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The shop's address for webhooks. Null: webhooks are made but not sent. */
  readonly webhookUrl: string | null;
}

const currencyOf = ({ currency }: StripeIntent): string => currency.toUpperCase();

function bookRow(intent: StripeIntent, disputes: readonly Dispute[]): BookRow {
  return {
    id: intent.id,
    reference: orderOf(intent),
    scenario: intent.scenario,
    amount: amountOf(intent),
    requested: intent.amount,
    currency: currencyOf(intent),
    status: STATUSES[intent.standing],
    captured: capturedOf(intent),
    refunded: intent.refundedAmount,
    ...disputesInBooks(disputes, currencyOf(intent)),
  };
}

function returnControls(intents: Intents, disputes: Disputes<StripeIntent>): ReturnControls<StripeIntent> {
  return {
    find: intents.find,
    facts: (intent) => ({
      captured: capturedOf(intent),
      refunded: intent.refundedAmount,
      currency: currencyOf(intent),
    }),
    // A refund made in Stripe's pages has no metadata with the shop's number.
    refund: (intent, amount) => intents.refund(intent, amount, {})?.id ?? null,
    refundFails: intents.refundFails,
    disputes,
  };
}

/** The time is signed too, so that a shop recognises an old webhook that is sent again. */
function signatureOf(body: string, secret: string, now: number): string {
  const hmac = createHmac('sha256', secret)
    .update(`${seconds(now)}.${body}`)
    .digest('hex');
  return `t=${seconds(now)},v1=${hmac}`;
}

function movementOf(news: StripeNews): Omit<Movement, 'at'> | null {
  const intent = news.of === 'intent' ? news.intent : news.refund.intent;
  const facts = {
    paymentId: intent.id,
    reference: orderOf(intent),
    currency: currencyOf(intent),
    method: SCENARIOS[intent.scenario].brand,
  };
  if (news.of === 'refund') {
    const { id, amount, status } = news.refund;
    return { ...facts, what: status === 'failed' ? 'refund-failed' : 'refunded', id, amount };
  }
  if (intent.standing !== 'paid') return null;
  return { ...facts, what: 'captured', id: intent.chargeId, amount: amountOf(intent) };
}

/** At Stripe a person requests the report in its pages. Tests use this control instead. */
function reportControl(app: FastifyInstance, movements: Movements): void {
  app.get<{ Querystring: { day?: string } }>('/_control/stripe/report', async (request, reply) => {
    const { day = '' } = request.query;
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return reply.code(400).send({ wrong: ['day'] });
    return reply.type('text/csv').send(Readable.from(activityReport(movements.ofDay(day))));
  });
}

function apiRoutes(app: FastifyInstance, deps: AnsweringDeps & PaymentDeps): void {
  app.post('/v1/tokens', answering(deps, createToken(deps)));
  app.post('/v1/payment_intents', answering(deps, createIntent(deps)));
  app.get('/v1/payment_intents', answering(deps, listIntents(deps)));
  app.get('/v1/payment_intents/search', answering(deps, searchIntents(deps)));
  app.get('/v1/payment_intents/:id', answering(deps, retrieveIntent(deps)));
  app.post('/v1/refunds', answering(deps, createRefund(deps)));
  app.get('/v1/refunds', answering(deps, listRefunds(deps)));
}

export function registerStripe(world: World, options: StripeOptions): RegisteredProvider {
  const { app, now, timers, walletTokens } = world;
  const outage = createApiOutage(world.firstOutage);
  const keys = createIdempotencyKeys(now);
  const tokens = new Map<string, StripeCardToken>();
  const webhooks = world.sendWebhooks({
    url: options.webhookUrl,
    headersFor: (body) => ({ 'stripe-signature': signatureOf(body, options.webhookSecret, now()) }),
  });
  const movements = createMovements();
  const intents = createIntents({
    now,
    timers,
    outage,
    notify(news) {
      const movement = movementOf(news);
      if (movement !== null) movements.note({ ...movement, at: now() });
      // Payments with some test cards send no webhook; refunds always do.
      if (news.of === 'intent' && SCENARIOS[news.intent.scenario].webhooks === 'never') return;
      for (const event of eventsOf(news))
        webhooks.send(eventBody(event, now()), news.of === 'intent' ? 'payment' : 'return');
    },
  });
  const disputes = createDisputes<StripeIntent>({
    now,
    newId: () => newId('du'),
    plays: (stage) => DISPUTE_EVENTS[stage].types.length > 0,
    notify(dispute, intent) {
      const what = movedBy(dispute);
      const { id, amount, currency } = dispute;
      const facts = {
        paymentId: intent.id,
        reference: orderOf(intent),
        method: SCENARIOS[intent.scenario].brand,
      };
      if (what !== null) movements.note({ ...facts, what, id, amount, currency, at: now() });
      for (const event of disputeEvents(dispute, intent)) webhooks.send(eventBody(event, now()), 'return');
    },
  });
  const clear = (): void => {
    for (const part of [intents, disputes, movements, tokens, keys, webhooks, outage]) part.clear();
  };

  apiRoutes(app, { intents, tokens, walletTokens, outage, timers, keys, now, secretKey: options.secretKey });
  reportControl(app, movements);
  const rows = () => intents.all().map((intent) => bookRow(intent, disputes.of(intent)));
  controlRoutes(app, '/stripe', { webhooks, outage, rows, savedCardIds: () => [], reset: clear });
  returnControlRoutes<StripeIntent>(app, '/stripe', returnControls(intents, disputes));
  return { clear, browserPaths: [], section: walletSection('stripe', 'Stripe') };
}
