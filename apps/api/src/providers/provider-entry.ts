import type { ProviderNumber } from '@jawhara/domain';
import * as v from 'valibot';
import type { WebhookReading, PaymentProvider } from './provider.ts';
import type { ObserveCall } from './send-once.ts';
import type { ReportSource, SettlementReport } from './settlement-report.ts';

/**
 * During a rotation the setting holds two secrets of a provider, separated by a comma, the newest first. Webhooks signed with either are
 * accepted. Our own calls use the newest.
 */
const partsOf = (secret: string): string[] => secret.split(',').map((part) => part.trim());

const VALUES_MAX = 2;

/** A setting that takes one value or two. */
export const rotatedSetting = (one: v.GenericSchema<string, string>) =>
  v.pipe(
    v.string(),
    v.check((text) => partsOf(text).length <= VALUES_MAX && partsOf(text).every((part) => v.is(one, part))),
  );

export function newestOf(secret: string): string {
  return partsOf(secret)[0] ?? '';
}

/** A webhook that neither value has signed is forged. */
export function readWithEither(secret: string, read: (value: string) => WebhookReading): WebhookReading {
  for (const value of partsOf(secret)) {
    const reading = read(value);
    if (reading.kind !== 'forged') return reading;
  }
  return { kind: 'forged' };
}

/** Shapes of settings that several providers have. */
export const urlSetting = v.pipe(v.string(), v.url());

/** Keys with line breaks are set in base64. */
export const pemSetting = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64').toString('utf8')),
  v.startsWith('-----BEGIN '),
);

const APPLE_GATEWAY = 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession';

/** Our own merchant identity at Apple, which opens the sheets of providers that do not share theirs. */
export const merchantIdentitySettings = {
  APPLE_PAY_MERCHANT_ID: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
  APPLE_PAY_CERTIFICATE: v.optional(pemSetting),
  APPLE_PAY_KEY: v.optional(pemSetting),
  APPLE_PAY_GATEWAY_URL: v.optional(v.pipe(urlSetting, v.startsWith('https://')), APPLE_GATEWAY),
  APPLE_PAY_GATEWAY_AUTHORITY: v.optional(pemSetting),
};

/** An incomplete set of a provider's settings stops the start. */
export function needed(prefix: string) {
  return (name: string, value: string | undefined): string => {
    if (value === undefined) throw new Error(`missing in the environment: ${prefix}_${name}`);
    return value;
  };
}

export interface ProviderTools {
  readonly observe: ObserveCall;
  readonly now: () => Date;
}

/** Webhooks that announced reports and were received between two times, unparsed. */
type ReportAnnouncements = (span: { readonly from: Date; readonly to: Date }) => Promise<readonly string[]>;

interface ProviderReports<Settings> {
  readonly report: SettlementReport;
  /** Settings for fetching reports. Null where an operator loads the files. */
  readonly settings: v.GenericSchema<unknown, Settings>;
  source(settings: NonNullable<Settings>, announcements: ReportAnnouncements): ReportSource;
}

/**
 * A provider before it is connected; each provider's folder exports one. Its functions are declared as methods, so that one type
 * fits all providers: settings go only to the entry whose schema parsed them.
 */
export interface ProviderEntry<
  Number extends ProviderNumber = ProviderNumber,
  Settings = unknown,
  ReportSettings = unknown,
> {
  readonly number: Number;
  /** The provider's environment variables. Null where this deployment does not have it. */
  readonly settings: v.GenericSchema<unknown, Settings>;
  /** Whether real money moves with these settings; the shop is public then. */
  isLive(settings: NonNullable<Settings>): boolean;
  connect(settings: NonNullable<Settings>, tools: ProviderTools): PaymentProvider;
  readonly inbox: {
    /** Where the provider sends its webhooks. Outside /api/, because no browser calls it. */
    readonly path: `/webhooks/${string}/`;
    /** The answer that the provider accepts: after any other it sends the webhook again. */
    readonly thanks: object;
  };
  /** Codes with which the provider rejects every call of ours, under a success status. */
  readonly refusesAllWith: readonly string[];
  readonly reports: ProviderReports<ReportSettings>;
}
