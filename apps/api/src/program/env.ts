import { backupDomainsSchema } from '@jawhara/contract';
import {
  DECISION_WORKING_DAYS_MAX,
  DELIVERY_LIMIT_HOURS_MAX,
  RETENTION_MONTHS,
  RETENTION_MONTHS_MAX,
  RETENTION_MONTHS_MIN,
  usdCents,
  type FinePrices,
  type Retained,
} from '@jawhara/domain';
import * as v from 'valibot';
import {
  alertWebhookOf,
  databaseLimitsOf,
  feedbackOf,
  fineQuoteKeysOf,
  googlePaySiteOf,
  guardsOf,
  loginsOf,
  namesIn,
  readProviderParts,
  refuseDemoBesideMoney,
  refuseNoProvider,
  retentionOf,
  roomsOf,
  takesRealMoney,
} from './env-parts.ts';
import { engineToken, insideOf } from './env-inside.ts';
import { mailAddress, mailOf } from './env-mail.ts';
import { runningOf } from './env-roles.ts';
import { readWrittenFacts, type WrittenFacts } from '../legal/operator-facts.ts';
import type { QuoteKeys } from '../penalties/fine-quote.ts';
import { PROVIDER_ENTRIES, type ProviderSettings } from '../providers/provider-entries.ts';

/**
 * The settings of the server. Every setting is checked at the start, so that a wrong one prevents the start instead of
 * failing a payment later.
 */

const port = v.pipe(v.string(), v.regex(/^\d{2,5}$/), v.transform(Number));
const positive = v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(1));
const url = v.pipe(v.string(), v.url());
const orderObject = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,62}$/));
const milliseconds = v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number));
const listed = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
);
const hosts = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  ),
);

const hostAndPort = v.pipe(v.string(), v.regex(/^([\w.-]{1,253}|\[[\da-fA-F:]{2,45}\])(:\d{2,5})?$/));

const key = v.pipe(v.string(), v.trim(), v.minLength(32));
const keys = v.pipe(
  v.string(),
  v.transform((text) => text.split(',')),
  v.tupleWithRest([key], key),
);

/** The database also refuses a shorter time: a typing error must not delete telemetry that an open complaint needs. */
const TELEMETRY_KEEP_DAYS_MIN = 7;
/** The database also refuses numbers outside this range: a dispute may come a year and a half after its payment. */
const WEBHOOKS_KEEP_MONTHS_MIN = 24;
const WEBHOOKS_KEEP_MONTHS_MAX = 600;

/** A number of months that the legal texts promise. The jobs of program/retention-jobs.ts delete the data after it. */
const months = (retained: Retained) =>
  v.optional(
    v.pipe(positive, v.minValue(RETENTION_MONTHS_MIN), v.maxValue(RETENTION_MONTHS_MAX)),
    String(RETENTION_MONTHS[retained]),
  );

/** [FIN-02] The largest amount that every provider charges at once: eight digits of cents. */
const CHARGE_USD_CENTS_MAX = 99_999_999;

function finePricesOf(env: {
  readonly FINE_BASE_USD_CENTS: number;
  readonly FINE_MAX_USD_CENTS?: number | undefined;
}): FinePrices {
  const base = env.FINE_BASE_USD_CENTS;
  const max = env.FINE_MAX_USD_CENTS ?? CHARGE_USD_CENTS_MAX;
  if (max < base)
    throw new Error('wrong in the environment: FINE_MAX_USD_CENTS is below FINE_BASE_USD_CENTS');
  return { baseUsdCents: usdCents(base), maxUsdCents: usdCents(max) };
}

const schema = v.pipe(
  v.object({
    ROLE: v.optional(v.picklist(['web', 'worker', 'all']), 'all'),
    LISTEN_HOST: v.optional(v.pipe(v.string(), v.ip()), '127.0.0.1'),
    TRUSTED_PROXIES: v.optional(listed, '127.0.0.1'),
    API_PORT: v.optional(port),
    FLOW_PORT: v.optional(port),
    FLOW_URL: v.optional(url),
    FLOW_REGISTRATION: v.optional(v.picklist(['self', 'release']), 'self'),
    BUILD: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{0,62}$/)), 'local'),
    RESTATE_IDENTITY_KEYS: v.optional(
      v.pipe(listed, v.array(v.pipe(v.string(), v.regex(/^publickeyv1_[1-9A-HJ-NP-Za-km-z]+$/)))),
      '',
    ),
    STOP_NOTICE_MS: v.optional(milliseconds, '2000'),
    STOP_WITHIN_MS: v.optional(v.pipe(milliseconds, v.minValue(1)), '16000'),
    REQUESTS_AT_ONCE: v.optional(positive, '400'),
    ORDERS_AT_ONCE: v.optional(positive, '100'),
    REQUEST_WAIT_MS: v.optional(positive, '500'),
    ORDER_WAIT_MS: v.optional(positive, '750'),
    DATABASE_URL: url,
    DATABASE_STANDBYS: v.optional(v.pipe(listed, v.array(hostAndPort)), ''),
    DATABASE_POOL_MAX: v.optional(positive, '20'),
    DATABASE_POOLER: v.optional(v.picklist(['none', 'transaction']), 'none'),
    DATABASE_APPLICATION_NAME: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,63}$/)), 'jawhara-api'),
    DATABASE_STATEMENT_TIMEOUT_MS: v.optional(positive, '15000'),
    DATABASE_LOCK_TIMEOUT_MS: v.optional(positive, '5000'),
    DATABASE_IDLE_IN_TRANSACTION_MS: v.optional(positive, '15000'),
    REDIS_URL: url,
    REDIS_CA: v.optional(v.pipe(v.string(), v.startsWith('-----BEGIN CERTIFICATE-----'))),
    RESTATE_INGRESS_URL: url,
    RESTATE_INGRESS_TOKEN: v.optional(engineToken),
    RESTATE_ADMIN_URL: url,
    RESTATE_ADMIN_TOKEN: v.optional(engineToken),
    ORDER_OBJECT: v.optional(orderObject, 'order'),
    SITE_URL: url,
    DEVICE_KEYS: keys,
    FINE_QUOTE_KEY: keys,
    RECEIPT_KEYS: keys,
    LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
    ORDER_EXPIRES_AFTER_MS: v.optional(positive),
    ASK_PROVIDER_AFTER_MS: v.optional(positive, '5000'),
    REDIS_ANSWERS_WITHIN_MS: v.optional(positive, '100'),
    SWEEP_EVERY_MS: v.optional(positive, '1000'),
    LOOKUPS_PER_MINUTE: v.optional(positive, '30'),
    NAMES_PER_ADDRESS_PER_HOUR: v.optional(positive, '120'),
    STATUS_CHECKS_PER_MINUTE: v.optional(positive, '120'),
    STATUSES_PER_ADDRESS_PER_HOUR: v.optional(positive, '1200'),
    GUARD_FACTOR: v.optional(positive, '1'),
    METRICS_PORT: v.optional(port),
    ALERT_WEBHOOK_URL: v.optional(url),
    ALERT_WEBHOOK_FORMAT: v.optional(v.picklist(['text', 'lark']), 'text'),
    OTLP_URL: v.optional(url),
    OTLP_SHARE: v.optional(v.pipe(positive, v.maxValue(100)), '5'),
    BACKUP_DOMAINS: v.optional(v.pipe(v.string(), v.parseJson(), backupDomainsSchema), '{}'),
    COUNTRY_HEADER: v.optional(v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z0-9-]*$/)), ''),
    COUNTRY_RANGES_FILE: v.optional(v.string(), ''),
    TELEMETRY_FLUSH_MS: v.optional(positive, '1000'),
    TELEMETRY_WAITING_MAX: v.optional(positive, '20000'),
    TELEMETRY_MB_PER_HOUR: v.optional(positive, '64'),
    TELEMETRY_KEEP_DAYS: v.optional(v.pipe(positive, v.minValue(TELEMETRY_KEEP_DAYS_MIN)), '90'),
    SAVED_CARDS_KEEP_MONTHS: months('saved-cards'),
    RECIPIENTS_KEEP_MONTHS: months('recipients'),
    REPORTS_KEEP_MONTHS: months('reports'),
    PROOFS_KEEP_MONTHS: months('proofs'),
    WEBHOOKS_KEEP_MONTHS: v.optional(
      v.pipe(positive, v.minValue(WEBHOOKS_KEEP_MONTHS_MIN), v.maxValue(WEBHOOKS_KEEP_MONTHS_MAX)),
      String(RETENTION_MONTHS_MAX),
    ),
    PAYABLE_HOSTS: v.optional(hosts, ''),
    DEMO_BESIDE_REAL_MONEY: v.optional(v.picklist(['allowed', 'refused']), 'refused'),
    FINE_BASE_USD_CENTS: v.optional(v.pipe(positive, v.maxValue(100_000)), '1000'),
    FINE_MAX_USD_CENTS: v.optional(v.pipe(positive, v.maxValue(1_000_000))),
    OPERATOR_FACTS_FILE: v.optional(v.string(), ''),
    DELIVERY_LIMIT_HOURS: v.optional(v.pipe(positive, v.maxValue(DELIVERY_LIMIT_HOURS_MAX)), '24'),
    DECISION_WORKING_DAYS: v.optional(v.pipe(positive, v.maxValue(DECISION_WORKING_DAYS_MAX)), '3'),
    CARD_EXPIRY_TRIES_PER_HOUR: v.optional(positive, '10'),
    LOGIN_TRIES_PER_ACCOUNT: v.optional(positive, '10'),
    LOGIN_TRIES_PER_ADDRESS: v.optional(positive, '100'),
    LOGIN_TRIES_WINDOW_S: v.optional(positive, '900'),
    FACEBOOK_API_URL: v.optional(url, 'https://graph.facebook.com'),
    FACEBOOK_APP_ID: v.optional(v.string()),
    FACEBOOK_APP_SECRET: v.optional(v.string()),
    FACEBOOK_SCRIPT_URL: v.optional(url, 'https://connect.facebook.net/ar_AR/sdk.js'),
    GOOGLE_CERTS_URL: v.optional(url, 'https://www.googleapis.com/oauth2/v3/certs'),
    GOOGLE_CLIENT_ID: v.optional(v.string()),
    GOOGLE_SCRIPT_URL: v.optional(url, 'https://accounts.google.com/gsi/client'),
    GOOGLE_PAY_ENVIRONMENT: v.optional(v.picklist(['TEST', 'PRODUCTION'])),
    GOOGLE_PAY_MERCHANT_ID: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
    GOOGLE_PAY_SCRIPT_URL: v.optional(url, 'https://pay.google.com/gp/p/js/pay.js'),
    UPLOAD_TOKEN_KEY: v.optional(v.pipe(v.string(), v.minLength(32))),
    UPLOADS_PER_HOUR: v.optional(positive, '30'),
    FEEDBACK_PER_HOUR: v.optional(positive, '10'),
    FILES_DIRECTORY: v.optional(v.pipe(v.string(), v.minLength(1)), '.jawhara/files'),
    FILES_S3_BUCKET: v.optional(v.string(), ''),
    FILES_S3_REGION: v.optional(v.string(), 'us-east-1'),
    FILES_S3_ENDPOINT: v.optional(url),
    FILES_S3_ACCESS_KEY_ID: v.optional(v.string()),
    FILES_S3_SECRET_ACCESS_KEY: v.optional(v.string()),
    MAIL_SMTP_HOST: v.optional(v.pipe(v.string(), v.regex(/^[\w.:-]{1,253}$/))),
    MAIL_SMTP_PORT: v.optional(port, '587'),
    MAIL_SMTP_TLS: v.optional(v.picklist(['starttls', 'implicit', 'none']), 'starttls'),
    MAIL_SMTP_CA: v.optional(v.pipe(v.string(), v.startsWith('-----BEGIN CERTIFICATE-----'))),
    MAIL_SMTP_USER: v.optional(v.pipe(v.string(), v.minLength(1))),
    MAIL_SMTP_PASSWORD: v.optional(v.pipe(v.string(), v.minLength(1))),
    MAIL_SENDER: v.optional(mailAddress),
    MAIL_REPLY_TO: v.optional(mailAddress),
    MAIL_RETURN_DOMAIN: v.optional(v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z0-9.-]{1,100}$/))),
    MAIL_KEYS: v.optional(keys),
    MAIL_RETURNS_KEY: v.optional(key),
    ROOM_TICKET_KEY: v.optional(key),
    ROOM_SOCKET_URL: v.optional(v.pipe(url, v.regex(/^wss?:/))),
  }),
  v.transform((env) => ({
    running: runningOf(env),
    trustedProxies: env.TRUSTED_PROXIES,
    stopping: { noticeMs: env.STOP_NOTICE_MS, withinMs: env.STOP_WITHIN_MS },
    shedding: {
      atOnce: { requests: env.REQUESTS_AT_ONCE, orders: env.ORDERS_AT_ONCE },
      waitMs: { requests: env.REQUEST_WAIT_MS, orders: env.ORDER_WAIT_MS },
    },
    databasePoolMax: env.DATABASE_POOL_MAX,
    isDatabasePooled: env.DATABASE_POOLER === 'transaction',
    databaseUrl: env.DATABASE_URL,
    databaseStandbys: env.DATABASE_STANDBYS,
    databaseLimits: databaseLimitsOf(env),
    ...insideOf(env),
    orderObject: env.ORDER_OBJECT,
    siteUrl: env.SITE_URL,
    deviceKeys: env.DEVICE_KEYS,
    receiptKeys: env.RECEIPT_KEYS,
    logLevel: env.LOG_LEVEL,
    orderExpiresAfterMs: env.ORDER_EXPIRES_AFTER_MS ?? null,
    askProviderAfterMs: env.ASK_PROVIDER_AFTER_MS,
    redisAnswersWithinMs: env.REDIS_ANSWERS_WITHIN_MS,
    sweepEveryMs: env.SWEEP_EVERY_MS,
    guards: guardsOf(env),
    metricsPort: env.METRICS_PORT ?? null,
    alertWebhook: alertWebhookOf(env),
    tracing: env.OTLP_URL === undefined ? null : { url: env.OTLP_URL, share: env.OTLP_SHARE },
    backupDomains: env.BACKUP_DOMAINS,
    countryHeader: env.COUNTRY_HEADER || null,
    countryRangesFile: env.COUNTRY_RANGES_FILE || null,
    telemetryFlushMs: env.TELEMETRY_FLUSH_MS,
    telemetryWaitingMax: env.TELEMETRY_WAITING_MAX,
    telemetryKeepDays: env.TELEMETRY_KEEP_DAYS,
    retentionMonths: retentionOf(env),
    webhooksKeepMonths: env.WEBHOOKS_KEEP_MONTHS,
    payableHosts: env.PAYABLE_HOSTS,
    googlePay: googlePaySiteOf(env),
    isDemoAllowed: env.DEMO_BESIDE_REAL_MONEY === 'allowed',
    finePrices: finePricesOf(env),
    fineQuoteKey: env.FINE_QUOTE_KEY,
    operatorFactsFile: env.OPERATOR_FACTS_FILE || null,
    promises: {
      deliveryLimitHours: env.DELIVERY_LIMIT_HOURS,
      decisionWorkingDays: env.DECISION_WORKING_DAYS,
    },
    cardExpiryTriesPerHour: env.CARD_EXPIRY_TRIES_PER_HOUR,
    feedback: feedbackOf(env),
    mail: mailOf(env),
    rooms: roomsOf(env),
    logins: loginsOf(env),
  })),
);

export type Env = v.InferOutput<typeof schema> & {
  readonly providers: ProviderSettings;
  readonly operatorFacts: WrittenFacts;
  readonly fineQuoteKeys: QuoteKeys;
};

function withFacts(own: v.InferOutput<typeof schema>, providers: ProviderSettings): Env {
  refuseNoProvider(providers);
  refuseDemoBesideMoney(own.isDemoAllowed, providers);
  const operatorFacts = readWrittenFacts(own.operatorFactsFile, {
    fines: own.finePrices,
    promises: own.promises,
    takesRealMoney: takesRealMoney(providers),
  });
  const fineQuoteKeys = fineQuoteKeysOf(own.fineQuoteKey, providers);
  return { ...own, providers, operatorFacts, fineQuoteKeys };
}

export function readEnv(source: NodeJS.ProcessEnv): Env {
  const own = v.safeParse(schema, source);
  const { byProvider, wrong } = readProviderParts((provider) => PROVIDER_ENTRIES[provider].settings, source);
  if (own.success && wrong.length === 0) return withFacts(own.output, byProvider as ProviderSettings);
  const names = [...namesIn(own.issues), ...wrong].join(', ');
  throw new Error(
    `missing or wrong in the environment: ${names}. docs/operations/environment.md lists every setting.`,
  );
}

/**
 * The database address of the owner of the tables, who changes the schema. The program itself uses a role that cannot
 * rewrite the ledger.
 */
export function readOwnerDatabaseUrl(source: NodeJS.ProcessEnv): string {
  const owner = v.safeParse(url, source['DATABASE_OWNER_URL']);
  return owner.success ? owner.output : readDatabaseUrl(source);
}

/** The database address alone: migrating and seeding need no other setting. */
export function readDatabaseUrl(source: NodeJS.ProcessEnv): string {
  const result = v.safeParse(url, source['DATABASE_URL']);
  if (!result.success) throw new Error('missing or wrong in the environment: DATABASE_URL');
  return result.output;
}
