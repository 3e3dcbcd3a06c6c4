import { readProviderParts } from './env-parts.ts';
import { PROVIDER_ENTRIES, type ReportSettings } from '../providers/provider-entries.ts';

/** Settings for fetching settlement reports. The reports of a provider whose keys are not here are fetched by people. */
export function readReportEnv(source: NodeJS.ProcessEnv): ReportSettings {
  const { byProvider, wrong } = readProviderParts(
    (provider) => PROVIDER_ENTRIES[provider].reports.settings,
    source,
  );
  if (wrong.length > 0) throw new Error(`missing or wrong in the environment: ${wrong.join(', ')}`);
  return byProvider as ReportSettings;
}
