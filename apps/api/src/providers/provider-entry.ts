import type { ProviderNumber } from '@jawhara/domain';
import type { GenericSchema } from 'valibot';
import type { ObserveCall } from './observe-call.ts';
import type { PaymentProvider } from './provider.ts';
import type { ReportSource, SettlementReport } from './settlement-report.ts';

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
  readonly settings: GenericSchema<unknown, Settings>;
  source(settings: NonNullable<Settings>, told: ReportAnnouncements): ReportSource;
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
  readonly settings: GenericSchema<unknown, Settings>;
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
