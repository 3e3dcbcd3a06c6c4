import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SCENARIOS } from '../scenarios.ts';
import type { Timers } from '../world/timers.ts';
import type { Outage } from '../world/api-outage.ts';
import type { Idempotency } from '../world/idempotency.ts';
import { newId } from './ids.ts';
import { instrumentsRoutes } from './instruments.routes.ts';
import { newSourceId, type Instruments } from './instruments.ts';
import { actionBody, paymentBody, type PaidFrom, type CheckoutComPayment } from './payment.ts';
import type { CheckoutComPaymentOrder, CheckoutComPayments } from './payments.ts';
import { integerIn, recordIn, textIn, type Json } from '../world/reading.ts';
import { sendAnswer, type Answer } from '../world/answer.ts';
import { loseAnswer } from '../world/lose-answer.ts';
import { invalidAnswer, NOT_FOUND, unauthorised } from './refusals.ts';
import type { CheckoutComCard, Tokens } from './tokens.ts';

export interface PaymentsDeps {
  readonly payments: CheckoutComPayments;
  readonly tokens: Tokens;
  readonly instruments: Instruments;
  readonly now: () => number;
  readonly idempotency: Idempotency;
  readonly outage: Outage;
  readonly timers: Timers;
  readonly secretKey: string;
  readonly publicUrl: () => string;
}

/** The bank waits this long for the cardholder. */
const CHALLENGE_LIVES_MS = 15 * 60_000;
const SERVER_ERROR: Answer = {
  status: 500,
  body: { error_type: 'processing_error', error_codes: ['server_error'] },
};

/** The card of a request. `spends`: the one-time token that the payment uses up. */
interface Source {
  readonly card: CheckoutComCard;
  /** Null: this card is not saved. */
  readonly sourceId: string | null;
  readonly paidFrom: PaidFrom;
  readonly spends: string | null;
}

function tokenSource({ tokens }: PaymentsDeps, source: Json): Source | readonly string[] {
  const token = textIn(source, 'token');
  if (token === null) return ['source_token_required'];
  const card = tokens.look(token);
  if (card.kind === 'refused') return card.codes;
  // Saved unless the shop sends false: the real provider was seen to save the card if the field was missing.
  const sourceId = source['store_for_future_use'] === false ? null : newSourceId();
  return { card, sourceId, paidFrom: 'new-card', spends: token };
}

/** Reads a saved card. Its CVV comes as a one-time token: plain digits are not accepted. */
function readSavedSource({ tokens, instruments }: PaymentsDeps, source: Json): Source | readonly string[] {
  const instrument = instruments.find(textIn(source, 'id') ?? '');
  if (instrument === null) return ['source_id_invalid'];
  const spends = textIn(source, 'cvv');
  const cvv = spends === null ? null : tokens.lookCvv(spends);
  if (cvv?.kind === 'refused') return cvv.codes;
  const paidFrom = instrument.isRenewed ? 'renewed-card' : 'kept-card';
  return { card: instrument.card, sourceId: instrument.id, paidFrom, spends };
}

function sourceIn(deps: PaymentsDeps, body: Json): Source | readonly string[] {
  const source = recordIn(body['source']);
  return source['type'] === 'id' ? readSavedSource(deps, source) : tokenSource(deps, source);
}

function orderIn(
  body: Json,
  { card, sourceId, paidFrom }: Source,
): CheckoutComPaymentOrder | readonly string[] {
  const amount = integerIn(body, 'amount');
  const currency = textIn(body, 'currency');
  const codes: string[] = [];
  if (amount === null || amount < 1) codes.push('amount_invalid');
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) codes.push('currency_invalid');
  if (amount === null || currency === null || codes.length > 0) return codes;
  return {
    card,
    sourceId,
    paidFrom,
    amount,
    currency,
    reference: textIn(body, 'reference'),
    customerId: textIn(recordIn(body['customer']), 'id'),
    isCapturedAtOnce: body['capture'] !== false,
    successUrl: textIn(body, 'success_url'),
    failureUrl: textIn(body, 'failure_url'),
  };
}

/** Makes the payment by the card's scenario. The caller decides whether the answer gets lost. */
function pay(deps: PaymentsDeps, requestBody: unknown): Answer {
  const body = recordIn(requestBody);
  const source = sourceIn(deps, body);
  if (!('card' in source)) return invalidAnswer(source);
  const order = orderIn(body, source);
  if (!('card' in order)) return invalidAnswer(order);
  const { delivery } = SCENARIOS[source.card.scenario];
  if (delivery === 'error-before') return SERVER_ERROR;

  if (source.spends !== null) deps.tokens.spend(source.spends);
  const payment = deps.payments.open(order);
  if (payment.standing === 'asking') {
    deps.timers.after(CHALLENGE_LIVES_MS, () => deps.payments.failAuthentication(payment, '20152'));
  } else if (delivery === 'later') {
    deps.timers.after(deps.outage.now().settleAfterMs, () => deps.payments.decide(payment));
  } else {
    deps.payments.decide(payment);
  }
  if (delivery === 'error-after') return SERVER_ERROR;
  const isDecided = payment.standing === 'approved' || payment.standing === 'declined';
  return { status: isDecided ? 201 : 202, body: firstBody(payment, deps.publicUrl()) };
}

/** The capture follows a moment after the approval, so the first answer says Authorized. */
function firstBody(payment: CheckoutComPayment, publicUrl: string): object {
  const body = paymentBody(payment, publicUrl);
  return payment.standing === 'approved' ? { ...body, status: 'Authorized' } : body;
}

function acted(payment: CheckoutComPayment, actionId: string, deps: PaymentsDeps): Answer {
  const body = {
    action_id: actionId,
    ...(payment.reference === null ? {} : { reference: payment.reference }),
    _links: { payment: { href: `${deps.publicUrl()}/payments/${payment.id}` } },
  };
  return { status: 202, body };
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['cko-idempotency-key'];
  return typeof key === 'string' && key !== '' ? `${request.url} ${key}` : null;
}

type ById = { Params: { id: string } };

function changingRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  app.post('/payments', async (request, reply) => {
    const { answer, isReplay } = await deps.idempotency.once(idempotencyKey(request), async () =>
      pay(deps, request.body),
    );
    const payment = deps.payments.find(textIn(recordIn(answer.body), 'id') ?? '');
    const isLost =
      !isReplay &&
      payment !== null &&
      (SCENARIOS[payment.card.scenario].delivery === 'lost' || deps.outage.losesAnswerNow());
    return isLost ? loseAnswer(request, reply, deps) : sendAnswer(reply, answer);
  });

  app.post<ById>('/payments/:id/refunds', async (request, reply) => {
    const { answer } = await deps.idempotency.once(idempotencyKey(request), async () => {
      const payment = deps.payments.find(request.params.id);
      if (payment === null) return NOT_FOUND;
      const body = recordIn(request.body);
      const amount = integerIn(body, 'amount') ?? payment.capturedAmount - payment.refundedAmount;
      const action = deps.payments.refund(payment, amount, textIn(body, 'reference'));
      return action ? acted(payment, action.id, deps) : invalidAnswer(['refund_amount_exceeds_balance']);
    });
    return sendAnswer(reply, answer);
  });

  app.post<ById>('/payments/:id/voids', async (request, reply) => {
    const { answer } = await deps.idempotency.once(idempotencyKey(request), async () => {
      const payment = deps.payments.find(request.params.id);
      if (payment === null) return NOT_FOUND;
      const action = deps.payments.void(payment);
      return action ? acted(payment, action.id, deps) : invalidAnswer(['payment_not_voidable']);
    });
    return sendAnswer(reply, answer);
  });
}

function readingRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  app.get<{ Querystring: { reference?: string } }>('/payments', async (request, reply) => {
    const { reference } = request.query;
    if (typeof reference !== 'string' || reference === '')
      return sendAnswer(reply, invalidAnswer(['reference_required']));
    const found = deps.payments.withReference(reference);
    const data = found.map((payment) => paymentBody(payment, deps.publicUrl()));
    return { limit: 10, skip: 0, total_count: data.length, data: data.slice(0, 10) };
  });

  app.get<ById>('/payments/:id', async (request, reply) => {
    const payment = deps.payments.find(request.params.id);
    return payment ? paymentBody(payment, deps.publicUrl()) : sendAnswer(reply, NOT_FOUND);
  });

  app.get<ById>('/payments/:id/actions', async (request, reply) => {
    const payment = deps.payments.find(request.params.id);
    return payment ? payment.actions.map(actionBody).toReversed() : sendAnswer(reply, NOT_FOUND);
  });
}

export function paymentsRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cko-request-id', newId('req'));
      if (request.headers.authorization !== `Bearer ${deps.secretKey}`) return unauthorised(reply);
      const turned = deps.outage.turnsAwayNow();
      if (turned === 'revoked-key') return unauthorised(reply);
      await deps.timers.wait(deps.outage.now().latencyMs);
      if (turned === 'too-many') return reply.code(429).send({ error_type: 'too_many_requests' });
      if (deps.outage.failsNow()) return reply.code(503).send({ error_type: 'processing_error' });
      return undefined;
    });
    changingRoutes(scope, deps);
    readingRoutes(scope, deps);
    instrumentsRoutes(scope, deps);
  });
}
