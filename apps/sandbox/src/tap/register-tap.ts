import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenedToken } from '../apple-pay/wallet-tokens.ts';
import { walletSection } from '../apple-pay/wallet-section.ts';
import { controlRoutes, type BookRow } from '../control.ts';
import { SCENARIOS } from '../scenarios.ts';
import { sendAnswer, type Answer } from '../world/answer.ts';
import { createApiOutage } from '../world/api-outage.ts';
import { createDisputes, disputesInBooks, type Dispute } from '../world/disputes.ts';
import { loseAnswer } from '../world/lose-answer.ts';
import { createMovements, movedBy, type Movement, type Movements } from '../world/movements.ts';
import { recordIn, textIn } from '../world/reading.ts';
import { returnControlRoutes } from '../world/return-controls.ts';
import type { Timers } from '../world/timers.ts';
import type { RegisteredProvider, World } from '../world/world.ts';
import {
  createCharge,
  createRefund,
  createToken,
  listCharges,
  type TapCall,
  type TapCallDeps,
  type CallResult,
} from './calls.ts';
import {
  amountOf,
  capturedOf,
  chargeBody,
  hashOfCharge,
  hashOfRefund,
  refundBody,
  responseOf,
  type TapCharge,
} from './charge.ts';
import { createCharges, type Charges, type TapNews } from './charges.ts';
import { missing, serverError, TOO_MANY, UNAUTHORISED } from './errors.ts';
import { newId } from './ids.ts';
import { payoutReport } from './payout-report.ts';

export interface TapOptions {
  readonly secretKey: string;
  readonly merchantId: string;
}

interface ApiDeps extends TapCallDeps {
  readonly secretKey: string;
  readonly timers: Timers;
}

function bookRow(charge: TapCharge, disputes: readonly Dispute[]): BookRow {
  return {
    id: charge.id,
    reference: charge.order,
    scenario: charge.scenario,
    amount: amountOf(charge),
    requested: charge.amount,
    currency: charge.currency,
    status: responseOf(charge).status,
    captured: capturedOf(charge),
    refunded: charge.refundedAmount,
    ...disputesInBooks(disputes, charge.currency),
  };
}

/** The error with which a call is rejected before any work; null if it is accepted. */
function turnedAway({ outage, secretKey }: ApiDeps, { headers }: FastifyRequest): Answer | null {
  const turned = outage.turnsAwayNow();
  if (turned !== null) return turned === 'too-many' ? TOO_MANY : UNAUTHORISED;
  if (outage.failsNow()) return serverError(503);
  return headers.authorization === `Bearer ${secretKey}` ? null : UNAUTHORISED;
}

function answering(deps: ApiDeps, call: TapCall) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refusal = turnedAway(deps, request);
    await deps.timers.wait(deps.outage.now().latencyMs);
    if (refusal !== null) return sendAnswer(reply, refusal);
    const { answer, isLost } = call(deps, recordIn(request.body ?? request.params));
    return isLost ? loseAnswer(request, reply, deps) : sendAnswer(reply, answer);
  };
}

const retrieveCharge: TapCall = ({ charges }, params) => {
  const charge = charges.find(textIn(params, 'id') ?? '');
  return { answer: charge === null ? missing('Charge') : { status: 200, body: chargeBody(charge) } };
};

function apiRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const at = '/tap/v2';
  app.post(`${at}/tokens`, answering(deps, createToken));
  app.post(`${at}/charges`, answering(deps, createCharge));
  app.post(`${at}/charges/list`, answering(deps, listCharges));
  app.get(`${at}/charges/:id`, answering(deps, retrieveCharge));
  app.post(`${at}/refunds`, answering(deps, createRefund));
}

function movementOf(news: TapNews): Omit<Movement, 'at'> | null {
  const charge = news.of === 'charge' ? news.charge : news.refund.charge;
  const { id: paymentId, order: reference, currency } = charge;
  const facts = { paymentId, reference, currency, method: SCENARIOS[charge.scenario].brand };
  if (news.of === 'charge')
    return charge.standing === 'paid'
      ? { ...facts, what: 'captured', id: paymentId, amount: amountOf(charge) }
      : null;
  const { id, amount, status } = news.refund;
  return { ...facts, what: status === 'FAILED' ? 'refund-failed' : 'refunded', id, amount };
}

/** At Tap a person downloads the report as an Excel workbook. Tests use this control instead. */
function reportControl(app: FastifyInstance, movements: Movements): void {
  app.get<{ Querystring: { day?: string } }>('/_control/tap/report', async (request, reply) => {
    const { day = '' } = request.query;
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return reply.code(400).send({ wrong: ['day'] });
    return reply.type('text/csv').send(Readable.from(payoutReport(movements.ofDay(day))));
  });
}

/** Sends each webhook to the address that its charge or refund names. It is signed with the state at the time of the change. */
function createPost(world: World, secretKey: string) {
  const letters = new Map<string, { readonly url: string | null; readonly hashstring: string }>();
  const webhooks = world.sendWebhooks({
    url: (body) => letters.get(body)?.url ?? null,
    headersFor: (body) => ({ hashstring: letters.get(body)?.hashstring ?? '' }),
  });
  return {
    webhooks,
    notify(news: TapNews): void {
      if (news.of === 'charge') {
        const { charge } = news;
        // Payments with some test cards send no webhook; refunds always do.
        if (SCENARIOS[charge.scenario].webhooks === 'never') return;
        const body = JSON.stringify(chargeBody(charge));
        letters.set(body, { url: charge.postUrl, hashstring: hashOfCharge(charge, secretKey) });
        webhooks.send(body, 'payment');
      } else {
        const { refund } = news;
        const body = JSON.stringify(refundBody(refund));
        const url = refund.postUrl ?? refund.charge.postUrl;
        letters.set(body, { url, hashstring: hashOfRefund(refund, secretKey) });
        webhooks.send(body, 'return');
      }
    },
    clear(): void {
      letters.clear();
      webhooks.clear();
    },
  };
}

function returnsOf(app: FastifyInstance, charges: Charges, movements: Movements, now: () => number) {
  /** Tap sends no webhook for a dispute: it is only in the settlement report. */
  const disputes = createDisputes<TapCharge>({
    now,
    newId: () => newId('gw'),
    plays: (stage) => stage === 'opened' || stage === 'won' || stage === 'lost',
    notify({ id, amount, currency, ...dispute }, charge) {
      const what = movedBy({ id, amount, currency, ...dispute });
      const facts = {
        paymentId: charge.id,
        reference: charge.order,
        method: SCENARIOS[charge.scenario].brand,
      };
      if (what !== null) movements.note({ ...facts, what, id, amount, currency, at: now() });
    },
  });
  returnControlRoutes<TapCharge>(app, '/tap', {
    find: charges.find,
    facts: (charge) => ({
      captured: capturedOf(charge),
      refunded: charge.refundedAmount,
      currency: charge.currency,
    }),
    refund: (charge, amount) =>
      charges.refund(charge, { amount, merchantReference: null, postUrl: null })?.id ?? null,
    refundFails: charges.refundFails,
    disputes,
  });
  return disputes;
}

export function registerTap(world: World, { secretKey, merchantId }: TapOptions): RegisteredProvider {
  const { app, now, timers, walletTokens } = world;
  const outage = createApiOutage(world.firstOutage);
  const tokens = new Map<string, OpenedToken>();
  const done = new Map<string, CallResult>();
  const post = createPost(world, secretKey);
  const movements = createMovements();
  const charges = createCharges({
    now,
    timers,
    outage,
    notify(news) {
      const movement = movementOf(news);
      if (movement !== null) movements.note({ ...movement, at: now() });
      post.notify(news);
    },
  });
  const disputes = returnsOf(app, charges, movements, now);
  const clear = (): void => {
    for (const part of [charges, disputes, movements, tokens, done, post, outage]) part.clear();
  };

  apiRoutes(app, { charges, tokens, walletTokens, done, outage, timers, now, secretKey, merchantId });
  reportControl(app, movements);
  const rows = () => charges.all().map((charge) => bookRow(charge, disputes.of(charge)));
  controlRoutes(app, '/tap', { webhooks: post.webhooks, outage, rows, savedCardIds: () => [], reset: clear });
  return { clear, browserPaths: [], section: walletSection('tap', 'Tap') };
}
