import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { controlRoutes, type BookRow } from '../control.ts';
import { SCENARIO_CARDS } from '../scenario-cards.ts';
import { isScenarioKey, SCENARIO_KEYS, SCENARIOS } from '../scenarios.ts';
import { createApiWeather } from '../world/api-weather.ts';
import { BANK_PASSWORD } from '../world/bank-page.ts';
import { createIdempotency } from '../world/idempotency.ts';
import { recordIn } from '../world/reading.ts';
import type { FurnishedProvider, World } from '../world/world.ts';
import { bankRoutes } from './bank.routes.ts';
import { cardFieldsRoutes } from './card-fields.routes.ts';
import { createInstruments } from './instruments.ts';
import { amountOf, scenarioOf, statusOf, type Payment } from './payment.ts';
import { createPayments } from './payments.ts';
import { paymentsRoutes } from './payments.routes.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { tokenBody, tokensRoutes } from './tokens.routes.ts';
import { webhookBody } from './webhook-body.ts';

export interface CheckoutComOptions {
  readonly secretKey: string;
  readonly publicKey: string;
  readonly webhookKey: string;
  /** Null: webhooks are written and thrown away. */
  readonly webhookUrl: string | null;
}

function bookRow(payment: Payment): BookRow {
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
  };
}

/** A caller without a browser names the scenario; the card number stays in here. */
function tokenControl(app: FastifyInstance, tokens: Tokens, now: () => number): void {
  app.post('/_control/tokens', async (request, reply) => {
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

/** Checkout.com was here first: its API and its controls stand at the root. */
export function furnishCheckoutCom(world: World, options: CheckoutComOptions): FurnishedProvider {
  const { app, now, timers, publicUrl } = world;
  const weather = createApiWeather(world.firstWeather);
  const tokens = createTokens(now);
  const instruments = createInstruments();
  const idempotency = createIdempotency(now);
  const webhooks = world.postOffice({
    url: options.webhookUrl,
    headersFor: (body) => ({
      'cko-signature': createHmac('sha256', options.webhookKey).update(body).digest('hex'),
    }),
  });
  const payments = createPayments(now, (event) => {
    if (scenarioOf(event.payment).webhooks === 'sent') webhooks.send(webhookBody(event, publicUrl()));
  });
  const { secretKey } = options;

  tokensRoutes(app, tokens, options.publicKey);
  paymentsRoutes(app, {
    payments,
    tokens,
    instruments,
    now,
    idempotency,
    weather,
    timers,
    secretKey,
    publicUrl,
  });
  bankRoutes(app, payments);
  cardFieldsRoutes(app);
  tokenControl(app, tokens, now);
  controlRoutes(app, '', {
    webhooks,
    weather,
    rows: () => payments.all().map(bookRow),
    reset: world.resetAll,
  });

  return {
    clear() {
      for (const part of [payments, tokens, instruments, idempotency, webhooks, weather]) part.clear();
    },
    browserPaths: ['/tokens', '/checkout-web-components/'],
    section: {
      id: 'checkout-com',
      name: 'Checkout.com',
      note: {
        ar: `استعمل أي تاريخ انتهاء قادم وأي رمز CVV من 3 أرقام. رمز البنك: ${BANK_PASSWORD}`,
        en: `Any future expiry, any CVV of 3 digits, bank password ${BANK_PASSWORD}`,
      },
      entries: SCENARIO_CARDS,
      links: { books: '/_control/books', webhooks: '/_control/webhooks', 'payment API': '/_control/api' },
    },
  };
}
