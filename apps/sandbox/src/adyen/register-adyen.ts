import { controlRoutes, type BookRow } from '../control.ts';
import { SCENARIO_CARDS, shownNumber } from '../scenario-cards.ts';
import type { ScenarioEntry, ScenarioSection } from '../scenario-page.ts';
import { createApiOutage } from '../world/api-outage.ts';
import { createDisputes, disputesInBooks, isGone, type Dispute, type Disputes } from '../world/disputes.ts';
import { createIdempotency } from '../world/idempotency.ts';
import { returnControlRoutes, type ReturnControls } from '../world/return-controls.ts';
import { createMovements } from '../world/movements.ts';
import type { RegisteredProvider, World } from '../world/world.ts';
import { adyenControlRoutes } from './adyen-control.ts';
import { adyenWebRoutes } from './adyen-web.routes.ts';
import { ADYEN_BANK_PASSWORD, adyenBankRoutes } from './bank.routes.ts';
import { OWN_CARD_KEYS, OWN_CARDS } from './adyen-cards.ts';
import { checkoutApiRoutes } from './checkout-api.routes.ts';
import { DISPUTE_EVENTS, disputeEvents } from './dispute-events.ts';
import { newReference } from './ids.ts';
import { amountOf, scenarioOf, statusOf, type AdyenPayment } from './payment.ts';
import { isReturn, type AdyenPaymentEvent } from './payment-event.ts';
import { noteMovements } from './note-movements.ts';
import { createPayments, type AdyenPayments } from './payments.ts';
import { REFUSALS } from './refusal-codes.ts';
import { reportsRoutes } from './reports.ts';
import { HOLDER_NAME_KEYS, HOLDER_NAMES, type Ruling } from './ruling.ts';
import { createSealedValues } from './sealed-values.ts';
import { createStoredCards } from './stored-cards.ts';
import { webhookBody } from './webhook-body.ts';

export interface AdyenOptions {
  readonly apiKey: string;
  readonly merchantAccount: string;
  /** Hexadecimal. */
  readonly hmacKey: string;
  readonly clientKey: string;
  /** The shop's address for webhooks. Null: webhooks are made but not sent. */
  readonly webhookUrl: string | null;
}

function bookRow(payment: AdyenPayment, disputes: readonly Dispute[]): BookRow {
  return {
    id: payment.pspReference,
    reference: payment.reference,
    scenario: payment.card.scenario,
    amount: amountOf(payment),
    requested: payment.requestedAmount,
    currency: payment.currency,
    status: disputes.some(isGone) ? 'ChargedBack' : statusOf(payment),
    captured: payment.capturedAmount,
    refunded: payment.refundedAmount,
    ...disputesInBooks(disputes, payment.currency),
  };
}

const OWN_CARD_ENTRIES = OWN_CARD_KEYS.map((key): ScenarioEntry => {
  const { number, title, asking } = OWN_CARDS[key];
  const tone = asking === 'none' || asking === 'fingerprint' ? 'good' : 'ask';
  return { tone, title, shown: shownNumber(number), copied: number };
});

const HOLDER_NAME_ENTRIES = HOLDER_NAME_KEYS.map((name): ScenarioEntry => {
  const ruling: Ruling = HOLDER_NAMES[name].ruling;
  const meaning = 'code' in ruling ? `${REFUSALS[ruling.code]} (${ruling.code})` : ruling.says;
  const tone = {
    authorised: 'good',
    received: 'odd',
    error: 'odd',
    refused: 'bad',
    cancelled: 'bad',
  } as const;
  return {
    tone: tone[ruling.says],
    title: { ar: 'اسم على البطاقة يقرر الجواب', en: `Name on card: ${meaning}` },
    shown: name,
    copied: name,
  };
});

const SECTION: ScenarioSection = {
  id: 'adyen',
  name: 'Adyen',
  note: {
    ar: `تاريخ 03/30 ورمز 737. رمز البنك: ${ADYEN_BANK_PASSWORD}. كل بطاقات القائمة المشتركة تعمل هنا أيضًا.`,
    en: `Expiry 03/30, CVC 737, bank password "${ADYEN_BANK_PASSWORD}". The cards of the shared list work here too.`,
  },
  entries: [...OWN_CARD_ENTRIES, ...HOLDER_NAME_ENTRIES, ...SCENARIO_CARDS],
  links: {
    books: '/_control/adyen/books',
    webhooks: '/_control/adyen/webhooks',
    'payment API': '/_control/adyen/api',
  },
};

function returnControls(
  payments: AdyenPayments,
  disputes: Disputes<AdyenPayment>,
): ReturnControls<AdyenPayment> {
  return {
    find: payments.find,
    facts: ({ capturedAmount, refundedAmount, currency }) => ({
      captured: capturedAmount,
      refunded: refundedAmount,
      currency,
    }),
    refund: payments.refund,
    refundFails: payments.refundFails,
    disputes,
  };
}

export function registerAdyen(world: World, options: AdyenOptions): RegisteredProvider {
  const { app, now, timers, publicUrl } = world;
  const { apiKey, merchantAccount } = options;
  const outage = createApiOutage(world.firstOutage);
  const idempotency = createIdempotency(now);
  const sealed = createSealedValues();
  const storedCards = createStoredCards();
  // The signature is in the body, not in a header.
  const webhooks = world.sendWebhooks({ url: options.webhookUrl, headersFor: () => ({}) });
  const movements = createMovements();
  const noting = noteMovements(movements, now);
  const notify = (event: AdyenPaymentEvent): void => {
    const isWebhookDue = isReturn(event) || scenarioOf(event.payment).webhooks === 'sent';
    if (isWebhookDue)
      webhooks.send(webhookBody(event, options, now()), isReturn(event) ? 'return' : 'payment');
  };
  const payments = createPayments(storedCards, (event) => {
    noting.payment(event);
    notify(event);
  });
  const disputes = createDisputes<AdyenPayment>({
    now,
    newId: newReference,
    plays: (stage) => DISPUTE_EVENTS[stage].length > 0,
    notify(dispute, payment) {
      noting.dispute(dispute, payment);
      disputeEvents(dispute, payment, now()).forEach(notify);
    },
  });
  const reports = reportsRoutes(app, {
    ...options,
    movements,
    publicUrl,
    now,
    send: (body) => webhooks.send(body),
  });
  const clear = (): void => {
    for (const part of [payments, disputes, movements, reports, storedCards, idempotency, webhooks, outage])
      part.clear();
  };

  checkoutApiRoutes(app, {
    payments,
    storedCards,
    sealed,
    walletTokens: world.walletTokens,
    openGoogleToken: (token) =>
      world.googleTokens.open(token, { gateway: 'adyen', gatewayMerchantId: options.merchantAccount }),
    merchantSessions: world.merchantSessions,
    outage,
    timers,
    now,
    publicUrl,
    idempotency,
    apiKey,
    merchantAccount,
  });
  adyenWebRoutes(app, { payments, sealed, clientKey: options.clientKey, publicUrl });
  adyenBankRoutes(app, payments);
  const rows = () => payments.all().map((payment) => bookRow(payment, disputes.of(payment)));
  controlRoutes(app, '/adyen', { webhooks, outage, rows, savedCardIds: storedCards.ids, reset: clear });
  returnControlRoutes<AdyenPayment>(app, '/adyen', returnControls(payments, disputes));
  adyenControlRoutes(app, { payments, sealed, now });

  return {
    clear,
    browserPaths: ['/checkoutshopper/', '/checkoutanalytics/'],
    section: SECTION,
  };
}
