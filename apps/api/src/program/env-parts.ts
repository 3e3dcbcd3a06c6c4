import {
  CHECKOUT_COM,
  DEMO,
  PROVIDER_NUMBERS,
  type ProviderNumber,
  type RetentionMonths,
} from '@jawhara/domain';
import * as v from 'valibot';
import { quoteKeyFrom, type QuoteKeys } from '../penalties/fine-quote.ts';
import { PROVIDER_ENTRIES, type ProviderSettings } from '../providers/provider-entries.ts';
import type { ProviderEntry } from '../providers/provider-entry.ts';

/** Settings that belong together, made from the values that env.ts has read. */

interface PartsRead {
  readonly byProvider: Readonly<Partial<Record<ProviderNumber, unknown>>>;
  /** The names of settings that are missing or wrong. */
  readonly wrong: readonly string[];
}

/** Reads each provider's settings. Every schema gets the whole environment and takes the settings of its provider. */
export function readProviderParts(
  schemaOf: (provider: ProviderNumber) => v.GenericSchema,
  source: NodeJS.ProcessEnv,
): PartsRead {
  const parts = PROVIDER_NUMBERS.map((provider) => ({
    provider,
    part: v.safeParse(schemaOf(provider), source),
  }));
  return {
    byProvider: Object.fromEntries(parts.map(({ provider, part }) => [provider, part.output])),
    wrong: parts.flatMap(({ part }) => namesIn(part.issues)),
  };
}

export function namesIn(issues: readonly v.BaseIssue<unknown>[] = []): string[] {
  return issues.flatMap((issue) => v.getDotPath(issue) ?? []);
}

/** Null if no address is set: then alerts are not posted and stay in their table. */
export function alertWebhookOf(env: {
  readonly ALERT_WEBHOOK_URL?: string | undefined;
  readonly ALERT_WEBHOOK_FORMAT: 'text' | 'lark';
}) {
  if (env.ALERT_WEBHOOK_URL === undefined) return null;
  return { url: env.ALERT_WEBHOOK_URL, format: env.ALERT_WEBHOOK_FORMAT };
}

/** Null if Google's environment, test or production, is not set: then Google Pay is not offered. */
export function googlePaySiteOf(env: {
  readonly GOOGLE_PAY_ENVIRONMENT?: 'TEST' | 'PRODUCTION' | undefined;
  readonly GOOGLE_PAY_MERCHANT_ID?: string | undefined;
  readonly GOOGLE_PAY_SCRIPT_URL: string;
}) {
  const { GOOGLE_PAY_ENVIRONMENT: environment, GOOGLE_PAY_MERCHANT_ID: merchantId } = env;
  if (environment === undefined) return null;
  if (environment === 'PRODUCTION' && merchantId === undefined)
    throw new Error('missing in the environment: GOOGLE_PAY_MERCHANT_ID');
  return { environment, merchantId: merchantId ?? null, scriptUrl: env.GOOGLE_PAY_SCRIPT_URL };
}

/** Null if no bucket is set: then files are stored in a directory. */
export function bucketOf(env: {
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

/** Null if the key and the address are not set: then pages get no tickets for live rooms. */
export function roomsOf(env: {
  readonly ROOM_TICKET_KEY?: string | undefined;
  readonly ROOM_SOCKET_URL?: string | undefined;
}) {
  const { ROOM_TICKET_KEY: ticketKey, ROOM_SOCKET_URL: socketUrl } = env;
  if (ticketKey === undefined && socketUrl === undefined) return null;
  if (ticketKey === undefined || socketUrl === undefined)
    throw new Error('missing in the environment: ROOM_TICKET_KEY and ROOM_SOCKET_URL are given together');
  return { ticketKey, socketUrl };
}

export function databaseLimitsOf(env: {
  readonly DATABASE_APPLICATION_NAME: string;
  readonly DATABASE_STATEMENT_TIMEOUT_MS: number;
  readonly DATABASE_LOCK_TIMEOUT_MS: number;
  readonly DATABASE_IDLE_IN_TRANSACTION_MS: number;
}) {
  return {
    applicationName: env.DATABASE_APPLICATION_NAME,
    statementMs: env.DATABASE_STATEMENT_TIMEOUT_MS,
    lockMs: env.DATABASE_LOCK_TIMEOUT_MS,
    idleInTransactionMs: env.DATABASE_IDLE_IN_TRANSACTION_MS,
  };
}

export function guardsOf(env: {
  readonly GUARD_FACTOR: number;
  readonly LOOKUPS_PER_MINUTE: number;
  readonly NAMES_PER_ADDRESS_PER_HOUR: number;
  readonly STATUS_CHECKS_PER_MINUTE: number;
  readonly STATUSES_PER_ADDRESS_PER_HOUR: number;
  readonly TELEMETRY_MB_PER_HOUR: number;
}) {
  return {
    factor: env.GUARD_FACTOR,
    namesPerDeviceMinute: env.LOOKUPS_PER_MINUTE,
    namesPerAddressHour: env.NAMES_PER_ADDRESS_PER_HOUR,
    statusesPerDeviceMinute: env.STATUS_CHECKS_PER_MINUTE,
    statusesPerAddressHour: env.STATUSES_PER_ADDRESS_PER_HOUR,
    telemetryBytesPerHour: env.TELEMETRY_MB_PER_HOUR * 1_000_000,
  };
}

/** A social sign-in without its app id is not offered, because its tokens could not be checked. */
export function loginsOf(env: {
  readonly LOGIN_TRIES_PER_ACCOUNT: number;
  readonly LOGIN_TRIES_PER_ADDRESS: number;
  readonly LOGIN_TRIES_WINDOW_S: number;
  readonly FACEBOOK_API_URL: string;
  readonly FACEBOOK_APP_ID?: string | undefined;
  readonly FACEBOOK_APP_SECRET?: string | undefined;
  readonly FACEBOOK_SCRIPT_URL: string;
  readonly GOOGLE_CERTS_URL: string;
  readonly GOOGLE_CLIENT_ID?: string | undefined;
  readonly GOOGLE_SCRIPT_URL: string;
}) {
  const { FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret, GOOGLE_CLIENT_ID: clientId } = env;
  return {
    triesPerAccount: env.LOGIN_TRIES_PER_ACCOUNT,
    triesPerAddress: env.LOGIN_TRIES_PER_ADDRESS,
    triesWindowS: env.LOGIN_TRIES_WINDOW_S,
    facebook:
      appId && appSecret
        ? { apiUrl: env.FACEBOOK_API_URL, appId, appSecret, scriptUrl: env.FACEBOOK_SCRIPT_URL }
        : null,
    google: clientId ? { certsUrl: env.GOOGLE_CERTS_URL, clientId, scriptUrl: env.GOOGLE_SCRIPT_URL } : null,
  };
}

/** Rules about all providers of a deployment together. The settings of a single provider are read by its own folder. */

/** True if at least one provider is live: then real money is charged. */
export function takesRealMoney(providers: ProviderSettings): boolean {
  return PROVIDER_NUMBERS.some((number) => {
    const settings = providers[number];
    const entry: ProviderEntry = PROVIDER_ENTRIES[number];
    return settings !== null && entry.isLive(settings);
  });
}

/** Throws if no provider is configured, because no payment would be possible. Any single one is enough. */
export function refuseNoProvider(providers: ProviderSettings): void {
  if (PROVIDER_NUMBERS.some((number) => providers[number] !== null)) return;
  throw new Error(
    'missing in the environment: the settings of a payment provider. docs/operations/environment.md lists those of each.',
  );
}

/**
 * The keys of fine quotes. For one release after FINE_QUOTE_KEY was introduced, quotes sealed with Checkout.com's key
 * are accepted too.
 */
export function fineQuoteKeysOf(
  [newest, ...older]: readonly [string, ...string[]],
  providers: ProviderSettings,
): QuoteKeys {
  const before = providers[CHECKOUT_COM]?.secretKey;
  const others = before === undefined ? older : [...older, before];
  return [quoteKeyFrom(newest), ...others.map(quoteKeyFrom)];
}

/** Throws if the demo provider, which sells gems without money, stands beside a live provider and was not allowed explicitly. */
export function refuseDemoBesideMoney(isDemoAllowed: boolean, providers: ProviderSettings): void {
  if (providers[DEMO] === null || !takesRealMoney(providers) || isDemoAllowed) return;
  throw new Error(
    'wrong in the environment: DEMO_API_KEY is set where a provider takes real money. docs/operations/environment.md says what that means.',
  );
}

export function feedbackOf(
  env: Parameters<typeof bucketOf>[0] & {
    readonly UPLOAD_TOKEN_KEY?: string | undefined;
    readonly UPLOADS_PER_HOUR: number;
    readonly FEEDBACK_PER_HOUR: number;
    readonly FILES_DIRECTORY: string;
  },
) {
  return {
    tokenKey: env.UPLOAD_TOKEN_KEY ?? null,
    filesPerHour: env.UPLOADS_PER_HOUR,
    reportsPerHour: env.FEEDBACK_PER_HOUR,
    directory: env.FILES_DIRECTORY,
    s3: bucketOf(env),
  };
}

/** How many months data is stored, as the legal texts promise. */
export function retentionOf(env: {
  readonly SAVED_CARDS_KEEP_MONTHS: number;
  readonly RECIPIENTS_KEEP_MONTHS: number;
  readonly REPORTS_KEEP_MONTHS: number;
  readonly PROOFS_KEEP_MONTHS: number;
}): RetentionMonths {
  return {
    'saved-cards': env.SAVED_CARDS_KEEP_MONTHS,
    recipients: env.RECIPIENTS_KEEP_MONTHS,
    reports: env.REPORTS_KEEP_MONTHS,
    proofs: env.PROOFS_KEEP_MONTHS,
  };
}
