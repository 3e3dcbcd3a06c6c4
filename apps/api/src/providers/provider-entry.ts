import type { ProviderNumber } from '@jawhara/domain';
import * as v from 'valibot';
import type { PaymentProvider } from './provider.ts';
import type { ObserveCall } from './send-once.ts';
import type { ReportSource, SettlementReport } from './settlement-report.ts';

/** Shapes of settings that several providers have. */
export const urlSetting = v.pipe(v.string(), v.url());

/** Keys of several lines travel in base64. */
export const pemSetting = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64').toString('utf8')),
  v.startsWith('-----BEGIN '),
);

const APPLE_GATEWAY = 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession';

/** A merchant identity of our own at Apple: it opens the sheets of providers that do not lend us theirs. */
export const merchantIdentitySettings = {
  APPLE_PAY_MERCHANT_ID: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
  APPLE_PAY_CERTIFICATE: v.optional(pemSetting),
  APPLE_PAY_KEY: v.optional(pemSetting),
  APPLE_PAY_GATEWAY_URL: v.optional(v.pipe(urlSetting, v.startsWith('https://')), APPLE_GATEWAY),
  APPLE_PAY_GATEWAY_AUTHORITY: v.optional(pemSetting),
};

/** Half of a provider's settings stop the start. */
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

/** Notifications that told of reports and were received in that time, as they came. */
export type ReportAnnouncements = (span: {
  readonly from: Date;
  readonly to: Date;
}) => Promise<readonly string[]>;

interface ProviderReports<Settings> {
  readonly report: SettlementReport;
  /** Settings that fetching needs. Null comes out where a person has to fetch the reports. */
  readonly settings: v.GenericSchema<unknown, Settings>;
  source(settings: NonNullable<Settings>, announcements: ReportAnnouncements): ReportSource;
}

/**
 * All that the program knows of one provider before it is connected; its folder exports one such value.
 * Its functions are methods, so that the value of one provider can stand for any: settings go only to whose schema read them.
 */
export interface ProviderEntry<
  Number extends ProviderNumber = ProviderNumber,
  Settings = unknown,
  ReportSettings = unknown,
> {
  readonly number: Number;
  /** Its part of the environment. Null comes out where this deployment does not have the provider. */
  readonly settings: v.GenericSchema<unknown, Settings>;
  /** Payers' own money moves with these settings: the shop is open to the public. */
  isLive(settings: NonNullable<Settings>): boolean;
  connect(settings: NonNullable<Settings>, tools: ProviderTools): PaymentProvider;
  readonly inbox: {
    /** Where it sends its word. Outside /api/: no browser calls it. */
    readonly path: `/webhooks/${string}/`;
    /** The answer that it accepts: after any other it sends the webhook again. */
    readonly thanks: object;
  };
  /** Its own words, with a good status, for turning away whatever we ask. */
  readonly refusesAllWith: readonly string[];
  readonly reports: ProviderReports<ReportSettings>;
}
