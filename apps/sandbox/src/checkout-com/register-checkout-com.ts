import { createHmac } from 'node:crypto';
import { SCENARIO_CARDS } from '../scenario-cards.ts';
import type { ScenarioSection } from '../scenario-page.ts';
import { createApiOutage } from '../world/api-outage.ts';
import { BANK_PASSWORD } from '../world/bank-page.ts';
import { createDisputes } from '../world/disputes.ts';
import { createIdempotency } from '../world/idempotency.ts';
import { createMovements } from '../world/movements.ts';
import type { RegisteredProvider, World } from '../world/world.ts';
import { bankRoutes } from './bank.routes.ts';
import { cardFieldsRoutes } from './card-fields.routes.ts';
import { checkoutComControls } from './checkout-com-controls.ts';
import { DISPUTE_EVENTS, disputeBody } from './dispute-body.ts';
import { newId } from './ids.ts';
import { createInstruments } from './instruments.ts';
import { scenarioOf, type CheckoutComPayment } from './payment.ts';
import { isReturn, type CheckoutComPaymentEvent } from './payment-events.ts';
import { noteMovements } from './note-movements.ts';
import { createPayments } from './payments.ts';
import { paymentsRoutes } from './payments.routes.ts';
import { reportsRoutes } from './reports.routes.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { tokensRoutes, type TokensDeps } from './tokens.routes.ts';
import { webhookBody } from './webhook-body.ts';

export interface CheckoutComOptions {
  readonly secretKey: string;
  readonly publicKey: string;
  readonly webhookKey: string;
  /** The shop's address for webhooks. Null: webhooks are made but not sent. */
  readonly webhookUrl: string | null;
}

const SECTION: ScenarioSection = {
  id: 'checkout-com',
  name: 'Checkout.com',
  note: {
    ar: `استعمل أي تاريخ انتهاء قادم وأي رمز CVV من 3 أرقام. رمز البنك: ${BANK_PASSWORD}`,
    en: `Any future expiry, any CVV of 3 digits, bank password ${BANK_PASSWORD}`,
  },
  entries: SCENARIO_CARDS,
  links: {
    books: '/_control/books',
    webhooks: '/_control/webhooks',
    'payment API': '/_control/api',
    'all controls': '/_control',
  },
};

/** Saves a new card once its payment is approved, if the shop wants it saved. */
function keepGoodCard(
  instruments: ReturnType<typeof createInstruments>,
  { type, payment }: CheckoutComPaymentEvent,
): void {
  const { sourceId, card, customerId, paidFrom } = payment;
  if (type === 'payment_approved' && paidFrom === 'new-card' && sourceId !== null)
    instruments.keep(sourceId, card, customerId);
}

function tokensDeps({ googleTokens }: World, { publicKey }: CheckoutComOptions, tokens: Tokens): TokensDeps {
  const sealedFor = { gateway: 'checkoutltd', gatewayMerchantId: publicKey };
  return { tokens, publicKey, openGoogleToken: (token) => googleTokens.open(token, sealedFor) };
}

/** The API is at the root, because Checkout.com was the first provider. */
export function registerCheckoutCom(world: World, options: CheckoutComOptions): RegisteredProvider {
  const { app, now, timers, publicUrl } = world;
  const outage = createApiOutage(world.firstOutage);
  const tokens = createTokens(now);
  const instruments = createInstruments();
  const idempotency = createIdempotency(now);
  const webhooks = world.sendWebhooks({
    url: options.webhookUrl,
    headersFor: (body) => ({
      'cko-signature': createHmac('sha256', options.webhookKey).update(body).digest('hex'),
    }),
  });
  const movements = createMovements();
  const noting = noteMovements(movements, now);
  const payments = createPayments(now, (event) => {
    noting.payment(event);
    keepGoodCard(instruments, event);
    const isWebhookDue = isReturn(event) || scenarioOf(event.payment).webhooks === 'sent';
    if (isWebhookDue) webhooks.send(webhookBody(event, publicUrl()), isReturn(event) ? 'return' : 'payment');
  });
  const disputes = createDisputes<CheckoutComPayment>({
    now,
    newId: () => newId('dsp'),
    plays: (stage) => DISPUTE_EVENTS[stage].length > 0,
    notify(dispute, payment) {
      noting.dispute(dispute, payment);
      for (const type of DISPUTE_EVENTS[dispute.stage])
        webhooks.send(disputeBody(type, dispute, payment, now()), 'return');
    },
  });
  const { secretKey } = options;

  tokensRoutes(app, tokensDeps(world, options, tokens));
  paymentsRoutes(app, {
    payments,
    tokens,
    instruments,
    now,
    idempotency,
    outage,
    timers,
    secretKey,
    publicUrl,
  });
  reportsRoutes(app, { movements, secretKey, publicUrl, now });
  bankRoutes(app, payments);
  cardFieldsRoutes(app);
  const clear = (): void => {
    for (const part of [payments, disputes, movements, tokens, instruments, idempotency, webhooks, outage])
      part.clear();
  };
  const { resetAll } = world;
  checkoutComControls(app, {
    payments,
    disputes,
    instruments,
    tokens,
    webhooks,
    outage,
    now,
    resetAll,
    resetThis: clear,
  });

  return {
    clear,
    browserPaths: ['/tokens', '/checkout-web-components/'],
    section: SECTION,
  };
}
