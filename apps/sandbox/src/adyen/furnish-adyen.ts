import { controlRoutes, type BookRow } from '../control.ts';
import { SCENARIO_CARDS, shownNumber } from '../scenario-cards.ts';
import type { ScenarioEntry } from '../scenario-page.ts';
import { createApiWeather } from '../world/api-weather.ts';
import { createIdempotency } from '../world/idempotency.ts';
import type { FurnishedProvider, World } from '../world/world.ts';
import { adyenControlRoutes } from './adyen-control.ts';
import { adyenWebRoutes } from './adyen-web.routes.ts';
import { ADYEN_BANK_PASSWORD, adyenBankRoutes } from './bank.routes.ts';
import { OWN_CARD_KEYS, OWN_CARDS } from './adyen-cards.ts';
import { checkoutApiRoutes } from './checkout-api.routes.ts';
import { amountOf, scenarioOf, statusOf, type Payment } from './payment.ts';
import { createPayments } from './payments.ts';
import { REFUSALS } from './refusal-codes.ts';
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
  /** Null: webhooks are written and thrown away. */
  readonly webhookUrl: string | null;
}

function bookRow(payment: Payment): BookRow {
  return {
    id: payment.pspReference,
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

export function furnishAdyen(world: World, options: AdyenOptions): FurnishedProvider {
  const { app, now, timers, publicUrl } = world;
  const { apiKey, merchantAccount } = options;
  const weather = createApiWeather(world.firstWeather);
  const idempotency = createIdempotency(now);
  const sealed = createSealedValues();
  const storedCards = createStoredCards();
  // Signed inside the letter, not on the envelope.
  const webhooks = world.postOffice({ url: options.webhookUrl, headersFor: () => ({}) });
  const payments = createPayments(storedCards, (event) => {
    if (scenarioOf(event.payment).webhooks === 'sent') webhooks.send(webhookBody(event, options, now()));
  });
  const clear = (): void => {
    for (const part of [payments, storedCards, idempotency, webhooks, weather]) part.clear();
  };

  checkoutApiRoutes(app, {
    payments,
    storedCards,
    sealed,
    weather,
    timers,
    now,
    publicUrl,
    idempotency,
    apiKey,
    merchantAccount,
  });
  adyenWebRoutes(app, { payments, sealed, clientKey: options.clientKey, publicUrl });
  adyenBankRoutes(app, payments);
  controlRoutes(app, '/adyen', { webhooks, weather, rows: () => payments.all().map(bookRow), reset: clear });
  adyenControlRoutes(app, { payments, sealed, now });

  return {
    clear,
    browserPaths: ['/checkoutshopper/', '/checkoutanalytics/'],
    section: {
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
    },
  };
}
