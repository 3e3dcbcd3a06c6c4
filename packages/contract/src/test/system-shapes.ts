import {
  accountId,
  CARD_PROVIDERS,
  PAY_TYPES,
  isWallet,
  type OrderId,
  type PayType,
  type PolicyViolation,
  PROVIDER_NUMBERS,
} from '@jawhara/domain';
import * as fc from 'fast-check';
import type { Batch } from '../http/batch.ts';
import { OPERATOR_FACTS, type OperatorFact, type OperatorFacts } from '../http/operator-facts.ts';
import type { SiteConfig } from '../http/site-config.ts';
import type { DebugTrace, SensorReport, TelemetryEvent } from '../http/telemetry.ts';
import { cardFields } from './card-fields-shapes.ts';

/** Random values for the calls that serve the page itself rather than a purchase. */

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const word = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'abcXYZ019_-'), minLength: 1, maxLength });
const ratio = fc.integer({ min: 0, max: 200 });
const whitelist = fc.array(fc.integer({ min: 1, max: 1e9 }).map(accountId), { maxLength: 3 });
const release = fc.record({ ratio, whitelist });
const link = fc.option(fc.webUrl({ validSchemes: ['https'] }));
const wallets = Object.keys(PAY_TYPES)
  .map((code) => Number(code) as PayType)
  .filter(isWallet);
const capitals = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'ABCXYZ'), minLength: length, maxLength: length });

export const siteConfigs: fc.Arbitrary<SiteConfig> = fc.record({
  websiteVersion: text,
  cardFields,
  failingProviders: fc.array(fc.constantFrom(...PROVIDER_NUMBERS), { maxLength: 3 }),
  grayValue: fc.option(fc.integer({ min: 0, max: 99 })),
  repurchaseRatio: fc.option(ratio),
  newCardFlow: release,
  adyenCard: release,
  walletChannels: fc.array(
    fc.record({
      payType: fc.constantFrom(...wallets),
      ratio: fc.oneof(ratio, fc.constant(Number.NaN)),
      whitelist,
    }),
    { maxLength: 3 },
  ),
  walletSheet: fc.record({
    countryCode: capitals(2),
    currencyCode: capitals(3),
    networks: fc.array(text, { maxLength: 3 }),
    capabilities: fc.array(text, { maxLength: 3 }),
    totalLabel: text,
    displayName: text,
    merchantIdentifier: text,
  }),
  googlePay: fc.option(
    fc.record({
      scriptUrl: fc.webUrl(),
      environment: fc.constantFrom<'TEST' | 'PRODUCTION'>('TEST', 'PRODUCTION'),
      merchantId: fc.option(text),
      gateways: fc.array(
        fc.record({
          provider: fc.constantFrom(...CARD_PROVIDERS),
          gateway: text,
          gatewayMerchantId: text,
        }),
        { maxLength: 3 },
      ),
    }),
  ),
  cardHiddenPlatforms: fc.array(text, { maxLength: 3 }),
  appLinks: fc.record({
    android: link,
    huawei: link,
    apple: link,
    google: link,
    alternative: link,
    open: fc.option(fc.constantFrom('jawhara-app://invite', 'https://app.example/invite')),
  }),
  support: fc.record({
    whatsapp: fc.option(fc.constantFrom('+966500000000', '+97150000')),
    email: fc.option(fc.emailAddress()),
    replyHours: fc.option(fc.integer({ min: 1, max: 72 })),
  }),
  isVatIncluded: fc.boolean(),
  usualTimes: fc.record({
    resultSeconds: fc.option(fc.integer({ min: 1, max: 600 })),
    slowBankSeconds: fc.option(fc.integer({ min: 1, max: 3_600 })),
  }),
});

const fact = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });

export const operatorFacts: fc.Arbitrary<OperatorFacts> = fc.record(
  Object.fromEntries(OPERATOR_FACTS.map((name) => [name, fact])) as Record<OperatorFact, typeof fact>,
);

export const backupDomains = fc.dictionary(fc.domain(), fc.array(fc.domain(), { maxLength: 3 }), {
  maxKeys: 3,
  noNullPrototype: true,
});

export const positions = fc.record({ country: fc.option(capitals(2)) });
export const pageViews = fc.record({ pageViewId: word(100) });

const whole = fc.option(fc.maxSafeInteger().filter((value) => Math.abs(value) < 1e15));

export const telemetryEvents: fc.Arbitrary<TelemetryEvent> = fc.record({
  name: word(100),
  deviceUuid: text,
  version: text,
  texts: fc.tuple(text, text, text, text),
  numbers: fc.tuple(whole, whole, whole, whole),
});

export const sensorReports: fc.Arbitrary<SensorReport> = fc.record({
  eventUuid: text,
  serverUrl: text,
  ts: whole,
  day: fc.constantFrom('', '20261115', '2026-11-15'),
  deviceId: text,
  pageViewId: text,
  event: word(100),
  ext: text,
  project: text,
});

export const debugTraces: fc.Arbitrary<DebugTrace> = fc.record({
  orderId: fc.option(fc.uuid({ version: 7 }).map((id) => id as OrderId)),
  data: text,
});

export const policyViolations: fc.Arbitrary<readonly PolicyViolation[]> = fc.array(
  fc.record({
    page: text,
    blocked: text,
    directive: text,
    source: text,
    line: fc.option(fc.nat()),
  }),
  { maxLength: 5 },
);

const headers = fc.dictionary(fc.constantFrom('x-request-id', 'x-cli-id'), text, { noNullPrototype: true });

export const batches: fc.Arbitrary<Batch> = fc.record({
  isParallel: fc.boolean(),
  timeoutMs: fc.integer({ min: 1, max: 60_000 }),
  headers,
  parts: fc.uniqueArray(
    fc.record({
      method: fc.constantFrom<'GET' | 'POST'>('GET', 'POST'),
      path: fc.constantFrom('/api/sys/ts/', '/api/sys/config/'),
      requestId: word(20),
      params: fc.dictionary(fc.constantFrom('uid', 'source'), fc.oneof(text, fc.nat()), {
        noNullPrototype: true,
      }),
      headers,
    }),
    { minLength: 1, maxLength: 20, selector: ({ requestId }) => requestId },
  ),
});

export const batchAnswers = fc
  .array(fc.tuple(word(20), text), { maxLength: 5 })
  .map((pairs) => new Map(pairs));

export const roomIds = fc.record({ rid: fc.stringMatching(/^\d{1,20}$/) });
export const roomTickets = fc.record({ ticket: word(400), url: fc.webUrl() });

export const armings = fc.record({ publicKey: word(100) });
export const armedDevices = fc.record({ sealed: word(400) });
export const challenges = fc.record({ challenge: word(120) });
export const handOvers = fc.record({
  sealed: word(400),
  challenge: word(120),
  carried: word(60),
  signature: word(120),
  from: fc.oneof(fc.constant(''), fc.webUrl()),
  consent: fc.boolean(),
});
