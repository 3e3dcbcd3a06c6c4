import { TAP } from '@jawhara/domain';
import * as v from 'valibot';
import type { ProviderEntry } from '../provider-entry.ts';
import { PAYOUT_REPORT } from './payout-report.ts';
import { tapSettings } from './settings.ts';
import { tapProvider } from './tap.provider.ts';

export const tap: ProviderEntry<typeof TAP, v.InferOutput<typeof tapSettings>, null> = {
  number: TAP,
  settings: tapSettings,
  connect: ({ apiUrl: baseUrl, ...facts }, tools) => tapProvider({ ...facts, ...tools, baseUrl }),
  inbox: { path: '/webhooks/tap/', thanks: {} },
  refusesAllWith: [],
  reports: {
    report: PAYOUT_REPORT,
    // A workbook of their dashboard: a person fetches it.
    settings: v.pipe(
      v.unknown(),
      v.transform(() => null),
    ),
    source: (nothing) => nothing,
  },
};
