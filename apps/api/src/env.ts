import { backupDomainsSchema } from '@jawhara/contract';
import { usdCents } from '@jawhara/domain';
import * as v from 'valibot';

/** The only reader of the environment. Every setting is checked at the start: a wrong one stops the start, not a payment. */

const port = v.pipe(v.string(), v.regex(/^\d{2,5}$/), v.transform(Number));
const positive = v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(1));
const url = v.pipe(v.string(), v.url());
const hosts = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  ),
);

const pem = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64').toString('utf8')),
  v.startsWith('-----BEGIN '),
);

/** Null without its key: then provider 17 is not there. Half of its settings stop the start. */
function adyenOf(env: {
  readonly ADYEN_API_URL?: string | undefined;
  readonly ADYEN_API_KEY?: string | undefined;
  readonly ADYEN_MERCHANT_ACCOUNT?: string | undefined;
  readonly ADYEN_HMAC_KEY?: string | undefined;
  readonly ADYEN_CLIENT_KEY?: string | undefined;
  readonly ADYEN_FIELDS_URL?: string | undefined;
}) {
  if (env.ADYEN_API_KEY === undefined) return null;
  const need = needed('ADYEN');
  const clientKey = need('CLIENT_KEY', env.ADYEN_CLIENT_KEY);
  return {
    apiUrl: need('API_URL', env.ADYEN_API_URL),
    apiKey: env.ADYEN_API_KEY,
    merchantAccount: need('MERCHANT_ACCOUNT', env.ADYEN_MERCHANT_ACCOUNT),
    hmacKey: need('HMAC_KEY', env.ADYEN_HMAC_KEY),
    fields: {
      clientKey,
      environment: clientKey.startsWith('live_') ? ('live' as const) : ('test' as const),
      apiUrl: env.ADYEN_FIELDS_URL ?? null,
    },
  };
}

/** Null without its key: then provider 6 is not there. */
function payermaxOf(env: {
  readonly PAYERMAX_API_URL?: string | undefined;
  readonly PAYERMAX_APP_ID?: string | undefined;
  readonly PAYERMAX_MERCHANT_NO?: string | undefined;
  readonly PAYERMAX_PRIVATE_KEY?: string | undefined;
  readonly PAYERMAX_PUBLIC_KEY?: string | undefined;
  readonly PAYERMAX_DROPIN_URL?: string | undefined;
  readonly PAYERMAX_NOTIFY_URL?: string | undefined;
  readonly PAYERMAX_COUNTRY: string;
  readonly PAYERMAX_ENVIRONMENT: 'sandbox' | 'production';
  readonly PAYERMAX_SHOWS: 'drop-in' | 'hosted-page';
}) {
  if (env.PAYERMAX_PRIVATE_KEY === undefined) return null;
  const need = needed('PAYERMAX');
  return {
    apiUrl: need('API_URL', env.PAYERMAX_API_URL),
    appId: need('APP_ID', env.PAYERMAX_APP_ID),
    merchantNo: need('MERCHANT_NO', env.PAYERMAX_MERCHANT_NO),
    privateKeyPem: env.PAYERMAX_PRIVATE_KEY,
    publicKeyPem: need('PUBLIC_KEY', env.PAYERMAX_PUBLIC_KEY),
    notifyUrl: need('NOTIFY_URL', env.PAYERMAX_NOTIFY_URL),
    country: env.PAYERMAX_COUNTRY,
    fields: {
      scriptUrl: need('DROPIN_URL', env.PAYERMAX_DROPIN_URL),
      environment: env.PAYERMAX_ENVIRONMENT,
      shows: env.PAYERMAX_SHOWS,
    },
  };
}

function needed(prefix: string) {
  return (name: string, value: string | undefined): string => {
    if (value === undefined) throw new Error(`missing in the environment: ${prefix}_${name}`);
    return value;
  };
}

/** Null without a bucket: then files lie in a directory. */
function bucketOf(env: {
  readonly FILES_S3_BUCKET: string;
  readonly FILES_S3_REGION: string;
  readonly FILES_S3_ENDPOINT?: string | undefined;
  readonly FILES_S3_ACCESS_KEY_ID?: string | undefined;
  readonly FILES_S3_SECRET_ACCESS_KEY?: string | undefined;
}) {
  if (!env.FILES_S3_BUCKET) return null;
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return {
    bucket: env.FILES_S3_BUCKET,
    region: env.FILES_S3_REGION,
    endpoint: env.FILES_S3_ENDPOINT ?? null,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
}

const schema = v.pipe(
  v.object({
    API_PORT: port,
    FLOW_PORT: port,
    DATABASE_URL: url,
    REDIS_URL: url,
    RESTATE_INGRESS_URL: url,
    RESTATE_ADMIN_URL: url,
    SITE_URL: url,
    CHECKOUT_COM_API_URL: url,
    CHECKOUT_COM_SECRET_KEY: v.pipe(v.string(), v.startsWith('sk_')),
    CHECKOUT_COM_PUBLIC_KEY: v.pipe(v.string(), v.startsWith('pk_')),
    CHECKOUT_COM_PROCESSING_CHANNEL_ID: v.pipe(v.string(), v.startsWith('pc_')),
    CHECKOUT_COM_WEBHOOK_KEY: v.pipe(v.string(), v.minLength(16)),
    CHECKOUT_COM_FIELDS_URL: url,
    CHECKOUT_COM_ENVIRONMENT: v.picklist(['sandbox', 'production']),
    ADYEN_API_URL: v.optional(url),
    ADYEN_API_KEY: v.optional(v.pipe(v.string(), v.minLength(16))),
    ADYEN_MERCHANT_ACCOUNT: v.optional(v.string()),
    ADYEN_HMAC_KEY: v.optional(v.pipe(v.string(), v.hexadecimal(), v.minLength(32))),
    ADYEN_CLIENT_KEY: v.optional(v.pipe(v.string(), v.regex(/^(test|live)_/))),
    ADYEN_FIELDS_URL: v.optional(url),
    PAYERMAX_API_URL: v.optional(url),
    PAYERMAX_APP_ID: v.optional(v.string()),
    PAYERMAX_MERCHANT_NO: v.optional(v.string()),
    PAYERMAX_PRIVATE_KEY: v.optional(pem),
    PAYERMAX_PUBLIC_KEY: v.optional(pem),
    PAYERMAX_DROPIN_URL: v.optional(url),
    PAYERMAX_NOTIFY_URL: v.optional(url),
    PAYERMAX_COUNTRY: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)), 'SA'),
    PAYERMAX_ENVIRONMENT: v.optional(v.picklist(['sandbox', 'production']), 'sandbox'),
    PAYERMAX_SHOWS: v.optional(v.picklist(['drop-in', 'hosted-page']), 'drop-in'),
    LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
    ORDER_EXPIRES_AFTER_MS: v.optional(positive, String(30 * 60_000)),
    ASK_PROVIDER_AFTER_MS: v.optional(positive, '5000'),
    SWEEP_EVERY_MS: v.optional(positive, '5000'),
    LOOKUPS_PER_MINUTE: v.optional(positive, '30'),
    NAMES_PER_ADDRESS_PER_HOUR: v.optional(positive, '120'),
    GUARD_FACTOR: v.optional(positive, '1'),
    METRICS_PORT: v.optional(port),
    OTLP_URL: v.optional(url),
    BACKUP_DOMAINS: v.optional(v.pipe(v.string(), v.parseJson(), backupDomainsSchema), '{}'),
    COUNTRY_HEADER: v.optional(v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z0-9-]*$/)), ''),
    COUNTRY_RANGES_FILE: v.optional(v.string(), ''),
    TELEMETRY_FLUSH_MS: v.optional(positive, '1000'),
    TELEMETRY_WAITING_MAX: v.optional(positive, '20000'),
    PAYABLE_HOSTS: v.optional(hosts, ''),
    FINE_BASE_USD_CENTS: v.optional(v.pipe(positive, v.maxValue(100_000)), '1000'),
    CARD_EXPIRY_TRIES_PER_HOUR: v.optional(positive, '10'),
    STATUS_CHECKS_PER_MINUTE: v.optional(positive, '120'),
    LOGIN_TRIES_PER_ACCOUNT: v.optional(positive, '10'),
    LOGIN_TRIES_PER_ADDRESS: v.optional(positive, '100'),
    LOGIN_TRIES_WINDOW_S: v.optional(positive, '900'),
    FACEBOOK_API_URL: v.optional(url, 'https://graph.facebook.com'),
    FACEBOOK_APP_ID: v.optional(v.string()),
    FACEBOOK_APP_SECRET: v.optional(v.string()),
    GOOGLE_CERTS_URL: v.optional(url, 'https://www.googleapis.com/oauth2/v3/certs'),
    GOOGLE_CLIENT_ID: v.optional(v.string()),
    UPLOAD_TOKEN_KEY: v.optional(v.pipe(v.string(), v.minLength(32))),
    UPLOADS_PER_HOUR: v.optional(positive, '30'),
    FEEDBACK_PER_HOUR: v.optional(positive, '10'),
    FILES_DIRECTORY: v.optional(v.pipe(v.string(), v.minLength(1)), '.jawhara/files'),
    FILES_S3_BUCKET: v.optional(v.string(), ''),
    FILES_S3_REGION: v.optional(v.string(), 'us-east-1'),
    FILES_S3_ENDPOINT: v.optional(url),
    FILES_S3_ACCESS_KEY_ID: v.optional(v.string()),
    FILES_S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  }),
  v.transform((env) => ({
    apiPort: env.API_PORT,
    flowPort: env.FLOW_PORT,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    restateIngressUrl: env.RESTATE_INGRESS_URL,
    restateAdminUrl: env.RESTATE_ADMIN_URL,
    siteUrl: env.SITE_URL,
    checkoutCom: {
      apiUrl: env.CHECKOUT_COM_API_URL,
      secretKey: env.CHECKOUT_COM_SECRET_KEY,
      publicKey: env.CHECKOUT_COM_PUBLIC_KEY,
      processingChannelId: env.CHECKOUT_COM_PROCESSING_CHANNEL_ID,
      webhookKey: env.CHECKOUT_COM_WEBHOOK_KEY,
      fieldsUrl: env.CHECKOUT_COM_FIELDS_URL,
      environment: env.CHECKOUT_COM_ENVIRONMENT,
    },
    adyen: adyenOf(env),
    payermax: payermaxOf(env),
    logLevel: env.LOG_LEVEL,
    orderExpiresAfterMs: env.ORDER_EXPIRES_AFTER_MS,
    askProviderAfterMs: env.ASK_PROVIDER_AFTER_MS,
    sweepEveryMs: env.SWEEP_EVERY_MS,
    guards: {
      factor: env.GUARD_FACTOR,
      namesPerDeviceMinute: env.LOOKUPS_PER_MINUTE,
      namesPerAddressHour: env.NAMES_PER_ADDRESS_PER_HOUR,
    },
    metricsPort: env.METRICS_PORT ?? null,
    otlpUrl: env.OTLP_URL ?? null,
    backupDomains: env.BACKUP_DOMAINS,
    countryHeader: env.COUNTRY_HEADER || null,
    countryRangesFile: env.COUNTRY_RANGES_FILE || null,
    telemetryFlushMs: env.TELEMETRY_FLUSH_MS,
    telemetryWaitingMax: env.TELEMETRY_WAITING_MAX,
    payableHosts: env.PAYABLE_HOSTS,
    fineBaseUsdCents: usdCents(env.FINE_BASE_USD_CENTS),
    cardExpiryTriesPerHour: env.CARD_EXPIRY_TRIES_PER_HOUR,
    statusChecksPerMinute: env.STATUS_CHECKS_PER_MINUTE,
    feedback: {
      tokenKey: env.UPLOAD_TOKEN_KEY ?? null,
      filesPerHour: env.UPLOADS_PER_HOUR,
      reportsPerHour: env.FEEDBACK_PER_HOUR,
      directory: env.FILES_DIRECTORY,
      s3: bucketOf(env),
    },
    logins: {
      triesPerAccount: env.LOGIN_TRIES_PER_ACCOUNT,
      triesPerAddress: env.LOGIN_TRIES_PER_ADDRESS,
      triesWindowS: env.LOGIN_TRIES_WINDOW_S,
      // Without its id a kind of sign-in is not offered: nothing would be there to check against.
      facebook:
        env.FACEBOOK_APP_ID && env.FACEBOOK_APP_SECRET
          ? {
              apiUrl: env.FACEBOOK_API_URL,
              appId: env.FACEBOOK_APP_ID,
              appSecret: env.FACEBOOK_APP_SECRET,
            }
          : null,
      google: env.GOOGLE_CLIENT_ID
        ? { certsUrl: env.GOOGLE_CERTS_URL, clientId: env.GOOGLE_CLIENT_ID }
        : null,
    },
  })),
);

export type Env = v.InferOutput<typeof schema>;

export function readEnv(source: NodeJS.ProcessEnv): Env {
  const result = v.safeParse(schema, source);
  if (result.success) return result.output;
  const names = result.issues.map((issue) => v.getDotPath(issue)).join(', ');
  throw new Error(
    `missing or wrong in the environment: ${names}. docs/operations/environment.md lists every setting.`,
  );
}

/** Migrations and seeding need the database and nothing else. */
export function readDatabaseUrl(source: NodeJS.ProcessEnv): string {
  const result = v.safeParse(url, source['DATABASE_URL']);
  if (!result.success) throw new Error('missing or wrong in the environment: DATABASE_URL');
  return result.output;
}
