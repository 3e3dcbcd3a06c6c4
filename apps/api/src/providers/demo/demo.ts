import { DEMO } from '@jawhara/domain';
import type { InferOutput } from 'valibot';
import type { ProviderEntry } from '../provider-entry.ts';
import { demoProvider } from './demo.provider.ts';
import { demoReports, MOVEMENTS } from './movements.ts';
import { demoReportSettings, demoSettings } from './settings.ts';

export const demo: ProviderEntry<
  typeof DEMO,
  InferOutput<typeof demoSettings>,
  InferOutput<typeof demoReportSettings>
> = {
  number: DEMO,
  settings: demoSettings,
  connect: (settings, { observe }) => demoProvider({ ...settings, observe }),
  inbox: { path: '/webhooks/demo/', thanks: {} },
  refusesAllWith: [],
  reports: { report: MOVEMENTS, settings: demoReportSettings, source: (settings) => demoReports(settings) },
};
