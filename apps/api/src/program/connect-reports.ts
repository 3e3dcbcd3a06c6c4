import type { ProviderNumber } from '@jawhara/domain';
import { reportsToldBetween } from '../orders/store/webhook.store.ts';
import type { Db } from '../platform/postgres.ts';
import { PROVIDER_ENTRIES, type ReportSettings } from '../providers/provider-entries.ts';
import type { ProviderEntry } from '../providers/provider-entry.ts';
import type { KnownReport, ReportSources } from '../reconciliation/report-sources.ts';
import { readProviderParts } from './env-parts.ts';

/** Settings for fetching settlement reports. The reports of a provider whose keys are not here are fetched by people. */
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
  const source = settings && reports.source(settings, (span) => reportsToldBetween(db, provider, span));
  return { report: reports.report, source };
}

/** The settlement reports this deployment can read, and where it has the keys to fetch them. */
export function connectReports(env: ReportSettings, db: Db): ReportSources {
  return { of: (provider) => reportOf(provider, env, db) };
}
