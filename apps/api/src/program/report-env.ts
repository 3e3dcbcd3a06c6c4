import { readProviderParts } from './env-parts.ts';
import { PROVIDER_ENTRIES, type ReportSettings } from '../providers/provider-entries.ts';

/** What fetching settlement reports needs. A provider whose keys are not here gives its reports to people. */
export function readReportEnv(source: NodeJS.ProcessEnv): ReportSettings {
  const { byProvider, wrong } = readProviderParts(
    (provider) => PROVIDER_ENTRIES[provider].reports.settings,
    source,
  );
  if (wrong.length > 0) throw new Error(`missing or wrong in the environment: ${wrong.join(', ')}`);
  return byProvider as ReportSettings;
}
