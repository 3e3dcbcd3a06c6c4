import { CHECKOUT_COM } from '@jawhara/domain';
import type { InferOutput } from 'valibot';
import type { ProviderEntry } from '../provider-entry.ts';
import { checkoutComProvider } from './checkout-com.provider.ts';
import { FINANCIAL_ACTIONS } from './financial-actions.ts';
import { checkoutComReports } from './report-source.ts';
import { checkoutComReportSettings, checkoutComSettings } from './settings.ts';

export const checkoutCom: ProviderEntry<
  typeof CHECKOUT_COM,
  InferOutput<typeof checkoutComSettings>,
  InferOutput<typeof checkoutComReportSettings>
> = {
  number: CHECKOUT_COM,
  settings: checkoutComSettings,
  connect: ({ apiUrl: baseUrl, fields: { publicKey }, googlePay: _googlePay, ...facts }, { observe }) =>
    checkoutComProvider({ ...facts, publicKey, baseUrl, observe }),
  inbox: { path: '/webhooks/checkout-com/', thanks: {} },
  refusesAllWith: [],
  reports: {
    report: FINANCIAL_ACTIONS,
    settings: checkoutComReportSettings,
    source: (settings) => checkoutComReports(settings),
  },
};
