import type { FastifyInstance } from 'fastify';
import type { ApiWeather, Weather } from './checkout-com/api-weather.ts';
import { amountOf, statusOf } from './checkout-com/payment.ts';
import type { Payments } from './checkout-com/payments.ts';
import { recordIn, type Json } from './checkout-com/reading.ts';
import { tokenBody } from './checkout-com/tokens.routes.ts';
import type { Tokens } from './checkout-com/tokens.ts';
import type { Webhooks, WebhookSettings } from './checkout-com/webhooks.ts';
import { isScenarioKey, SCENARIO_KEYS, SCENARIOS } from './scenarios.ts';

export interface ControlDeps {
  readonly payments: Payments;
  readonly tokens: Tokens;
  readonly webhooks: Webhooks;
  readonly weather: Weather;
  readonly now: () => number;
  readonly reset: () => void;
}

type Kind = 'amount' | 'share' | 'flag';

const WEBHOOK_DIALS = {
  delayMs: 'amount',
  jitterMs: 'amount',
  copies: 'amount',
  shuffle: 'flag',
  lossRate: 'share',
  hold: 'flag',
  seed: 'amount',
} as const satisfies Record<keyof WebhookSettings, Kind>;

const WEATHER_DIALS = {
  latencyMs: 'amount',
  failRate: 'share',
  lostAnswerRate: 'share',
  hangMs: 'amount',
  settleAfterMs: 'amount',
  seed: 'amount',
} as const satisfies Record<keyof ApiWeather, Kind>;

function fits(kind: Kind | undefined, value: unknown): boolean {
  if (kind === 'flag') return typeof value === 'boolean';
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return false;
  return kind === 'amount' || (kind === 'share' && value <= 1);
}

/** A dial that does not exist, or a value it cannot take, is refused by name: a test with a typing error must not pass. */
function wrongDials(dials: Readonly<Record<string, Kind>>, body: Json): string[] {
  return Object.entries(body)
    .filter(([name, value]) => !fits(dials[name], value))
    .map(([name]) => name);
}

function books({ payments }: ControlDeps): object {
  const rows = payments.all().map((payment) => ({
    id: payment.id,
    reference: payment.reference,
    scenario: payment.card.scenario,
    amount: amountOf(payment),
    requested: payment.requestedAmount,
    currency: payment.currency,
    status: statusOf(payment),
    captured: payment.capturedAmount,
    refunded: payment.refundedAmount,
  }));
  const captured = rows.reduce((sum, row) => sum + row.captured, 0);
  const refunded = rows.reduce((sum, row) => sum + row.refunded, 0);
  const capturedPayments = rows.filter((row) => row.captured > 0).length;
  return {
    payments: rows,
    totals: { payments: rows.length, capturedPayments, captured, refunded, kept: captured - refunded },
  };
}

function dialRoutes(app: FastifyInstance, { webhooks, weather }: ControlDeps): void {
  app.get('/_control/webhooks', async () => ({ settings: webhooks.settings(), counts: webhooks.counts() }));
  app.post('/_control/webhooks', async (request, reply) => {
    const wrong = wrongDials(WEBHOOK_DIALS, recordIn(request.body));
    if (wrong.length > 0) return reply.code(400).send({ wrong });
    webhooks.change(recordIn(request.body));
    return { settings: webhooks.settings(), counts: webhooks.counts() };
  });
  app.post('/_control/webhooks/flush', async () => ({ released: webhooks.flush() }));

  app.get('/_control/api', async () => weather.now());
  app.post('/_control/api', async (request, reply) => {
    const wrong = wrongDials(WEATHER_DIALS, recordIn(request.body));
    if (wrong.length > 0) return reply.code(400).send({ wrong });
    weather.change(recordIn(request.body));
    return weather.now();
  });
}

/** The strings behind the stage: for tests, load and chaos. A real provider has none of this. */
export function controlRoutes(app: FastifyInstance, deps: ControlDeps): void {
  dialRoutes(app, deps);

  app.get('/_control/books', async () => books(deps));

  // A caller without a browser names the scenario; the card number stays in here.
  app.post('/_control/tokens', async (request, reply) => {
    const { scenario } = recordIn(request.body);
    if (!isScenarioKey(scenario))
      return reply.code(400).send({ wrong: ['scenario'], scenarios: SCENARIO_KEYS });
    const year = new Date(deps.now()).getUTCFullYear() + 3;
    const token = deps.tokens.ofCard(SCENARIOS[scenario].number, 12, year, '100');
    if (token.kind === 'refused')
      throw new Error(`scenario ${scenario} has a card that its own sandbox refuses`);
    return reply.code(201).send(tokenBody(token));
  });

  app.post('/_control/reset', async () => {
    deps.reset();
    return {};
  });
}
