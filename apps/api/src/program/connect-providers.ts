import { PROVIDER_NUMBERS, type ProviderNumber } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { ProviderHealth } from '../guards/provider-health.ts';
import { reportsAnnouncedBetween } from '../orders/store/webhook.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Db } from '../platform/postgres.ts';
import { PROVIDER_ENTRIES, type ReportSettings } from '../providers/provider-entries.ts';
import type { ProviderEntry, ProviderTools } from '../providers/provider-entry.ts';
import type { PaymentProvider } from '../providers/provider.ts';
import { providerRegistry, type ProviderRegistry } from '../providers/registry.ts';
import type { ObserveCall } from '../providers/send-once.ts';
import type { KnownReport, ReportSources } from '../reconciliation/report-sources.ts';
import { readProviderParts } from './env-parts.ts';
import type { Env } from './env.ts';

export interface ProviderWatch {
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly health: ProviderHealth;
  /**
   * Called when the provider rejects all our calls: because of the key, the contract, or too many calls. An operator
   * must be told.
   */
  readonly refusing?: (provider: ProviderNumber, outcome: string) => void;
  /** Called when the provider answered a call, so that it no longer rejects all of them. */
  readonly answering?: (provider: ProviderNumber) => void;
}

/** Outcomes that reject all our calls, whatever they ask. */
const REFUSING: readonly string[] = ['401', '403', '429'];

/**
 * Whether a provider answered a call. A status below 500 is an answer, unless our key is refused or our calls are
 * limited: then every payment there fails.
 */
function endOfCall(provider: ProviderNumber, outcome: string): 'answered' | 'refusing' | 'silent' {
  const { refusesAllWith }: ProviderEntry = PROVIDER_ENTRIES[provider];
  if (REFUSING.includes(outcome) || refusesAllWith.includes(outcome)) return 'refusing';
  return /^[1-4]\d\d$/.test(outcome) ? 'answered' : 'silent';
}

function observer(watch: ProviderWatch, provider: ProviderNumber): ObserveCall {
  const { metrics, logger, health } = watch;
  return ({ name, outcome, requestId, tookMs }) => {
    const end = endOfCall(provider, outcome);
    health.note(provider, end === 'answered' ? 'answered' : 'unknown');
    if (end === 'refusing') watch.refusing?.(provider, outcome);
    if (end === 'answered') watch.answering?.(provider);
    metrics.providerCalled(provider, name, outcome, tookMs / 1000);
    logger.info(
      { provider, call: name, outcome, providerRequestId: requestId, tookMs: Math.round(tookMs) },
      'provider called',
    );
  };
}

/** The providers for which this deployment has settings. */
export function providersOf({ providers }: Pick<Env, 'providers'>): ProviderNumber[] {
  return PROVIDER_NUMBERS.filter((number) => providers[number] !== null);
}

function connect({ providers }: Env, number: ProviderNumber, tools: ProviderTools): PaymentProvider[] {
  const settings = providers[number];
  const entry: ProviderEntry = PROVIDER_ENTRIES[number];
  return settings === null ? [] : [entry.connect(settings, tools)];
}

/** Counts, times and logs every call to a provider, with the id that the provider's support asks for. */
export function connectProviders(env: Env, watch: ProviderWatch, now: Clock): ProviderRegistry {
  return providerRegistry(
    PROVIDER_NUMBERS.flatMap((number) => connect(env, number, { observe: observer(watch, number), now })),
  );
}

/** Settings for fetching settlement reports. For a provider without keys an operator downloads the files. */
export function readReportEnv(source: NodeJS.ProcessEnv): ReportSettings {
  const { byProvider, wrong } = readProviderParts(
    (provider) => PROVIDER_ENTRIES[provider].reports.settings,
    source,
  );
  if (wrong.length > 0) throw new Error(`missing or wrong in the environment: ${wrong.join(', ')}`);
  return byProvider as ReportSettings;
}

function reportOf(provider: ProviderNumber, env: ReportSettings, db: Db): KnownReport {
  const { reports }: ProviderEntry = PROVIDER_ENTRIES[provider];
  const settings = env[provider];
  const source = settings && reports.source(settings, (span) => reportsAnnouncedBetween(db, provider, span));
  return { report: reports.report, source };
}

/** The settlement reports that this deployment can read, and can fetch from providers whose keys it has. */
export function connectReports(env: ReportSettings, db: Db): ReportSources {
  return { of: (provider) => reportOf(provider, env, db) };
}
