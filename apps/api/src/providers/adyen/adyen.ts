import { ADYEN } from '@jawhara/domain';
import type { InferOutput } from 'valibot';
import type { ProviderEntry } from '../provider-entry.ts';
import { adyenProvider } from './adyen.provider.ts';
import { adyenReports } from './report-source.ts';
import { adyenReportSettings, adyenSettings } from './settings.ts';
import { SETTLEMENT_DETAILS } from './settlement-details.ts';

export const adyen: ProviderEntry<
  typeof ADYEN,
  InferOutput<typeof adyenSettings>,
  InferOutput<typeof adyenReportSettings>
> = {
  number: ADYEN,
  settings: adyenSettings,
  connect: ({ apiUrl: baseUrl, fields: _fields, googlePay: _googlePay, ...facts }, { observe }) =>
    adyenProvider({ ...facts, baseUrl, observe }),
  inbox: { path: '/webhooks/adyen/', thanks: {} },
  refusesAllWith: [],
  reports: {
    report: SETTLEMENT_DETAILS,
    settings: adyenReportSettings,
    source: (settings, told) => adyenReports({ ...settings, told }),
  },
};
