import type { FastifyInstance } from 'fastify';
import { controlRoutes, type BookRow } from '../control.ts';
import { isScenarioKey, SCENARIO_KEYS, SCENARIOS } from '../scenarios.ts';
import type { Outage } from '../world/api-outage.ts';
import { disputesInBooks, type Dispute, type Disputes } from '../world/disputes.ts';
import { recordIn, textIn } from '../world/reading.ts';
import { returnControlRoutes } from '../world/return-controls.ts';
import type { Webhooks } from '../world/webhooks.ts';
import type { Instruments } from './instruments.ts';
import { amountOf, statusOf, type CheckoutComPayment } from './payment.ts';
import type { CheckoutComPayments } from './payments.ts';
import { tokenBody } from './tokens.routes.ts';
import type { Tokens } from './tokens.ts';

export interface CheckoutComControls {
  readonly payments: CheckoutComPayments;
  readonly disputes: Disputes<CheckoutComPayment>;
  readonly instruments: Instruments;
  readonly tokens: Tokens;
  readonly webhooks: Webhooks;
  readonly outage: Outage;
  readonly now: () => number;
  readonly resetAll: () => void;
  readonly resetThis: () => void;
}

function bookRow(payment: CheckoutComPayment, disputes: readonly Dispute[]): BookRow {
  return {
    id: payment.id,
    reference: payment.reference,
    scenario: payment.card.scenario,
    amount: amountOf(payment),
    requested: payment.requestedAmount,
    currency: payment.currency,
    status: statusOf(payment),
    captured: payment.capturedAmount,
    refunded: payment.refundedAmount,
    ...disputesInBooks(disputes, payment.currency),
  };
}

/** A caller without a browser names only the scenario: no card number leaves the sandbox. */
function tokenControl(app: FastifyInstance, at: string, tokens: Tokens, now: () => number): void {
  app.post(`${at}/tokens`, async (request, reply) => {
    const { scenario } = recordIn(request.body);
    if (!isScenarioKey(scenario))
      return reply.code(400).send({ wrong: ['scenario'], scenarios: SCENARIO_KEYS });
    const year = new Date(now()).getUTCFullYear() + 3;
    const token = tokens.ofCard(SCENARIOS[scenario].number, 12, year, '100');
    if (token.kind === 'refused')
      throw new Error(`scenario ${scenario} has a card that its own sandbox refuses`);
    return reply.code(201).send(tokenBody(token));
  });
}

/** The capture of an approved payment fails: the hold is released. */
function captureControl(app: FastifyInstance, payments: CheckoutComPayments): void {
  app.post('/_control/checkout-com/capture-fails', async (request, reply) => {
    const payment = payments.find(textIn(recordIn(request.body), 'paymentId') ?? '');
    const isDone = payment !== null && payments.captureFails(payment);
    return isDone ? { paymentId: payment.id } : reply.code(400).send({ wrong: ['paymentId'] });
  });
}

/** The controls are at /_control, as in the time of a single provider, and at /_control/checkout-com like those of others. */
export function checkoutComControls(app: FastifyInstance, controls: CheckoutComControls): void {
  const { payments, disputes, instruments, tokens, webhooks, outage, now } = controls;
  const savedCardIds = instruments.ids;
  const rows = () => payments.all().map((payment) => bookRow(payment, disputes.of(payment)));
  controlRoutes(app, '', { webhooks, outage, rows, savedCardIds, reset: controls.resetAll });
  controlRoutes(app, '/checkout-com', { webhooks, outage, rows, savedCardIds, reset: controls.resetThis });
  tokenControl(app, '/_control', tokens, now);
  tokenControl(app, '/_control/checkout-com', tokens, now);
  captureControl(app, payments);
  returnControlRoutes<CheckoutComPayment>(app, '/checkout-com', {
    find: payments.find,
    facts: ({ capturedAmount, refundedAmount, currency }) => ({
      captured: capturedAmount,
      refunded: refundedAmount,
      currency,
    }),
    refund: (payment, amount) => payments.refund(payment, amount)?.id ?? null,
    refundFails: payments.refundFails,
    disputes,
  });
}
