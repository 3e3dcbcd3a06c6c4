import { PAYERMAX } from '@jawhara/domain';
import * as v from 'valibot';
import type { ProviderEntry } from '../provider-entry.ts';
import { payermaxProvider } from './payermax.provider.ts';
import { PAYIN_TRANSACTIONS } from './payin-transactions.ts';
import { payermaxSettings } from './settings.ts';

export const payermax: ProviderEntry<typeof PAYERMAX, v.InferOutput<typeof payermaxSettings>, null> = {
  number: PAYERMAX,
  settings: payermaxSettings,
  connect: ({ apiUrl: baseUrl, fields: _fields, ...facts }, tools) =>
    payermaxProvider({ ...facts, ...tools, baseUrl }),
  inbox: { path: '/webhooks/payermax/', thanks: { code: 'SUCCESS', msg: 'Success' } },
  refusesAllWith: [
    'SIGN_VERIFY_FAILED',
    'REQ_TIME_OVER_TIME',
    'MERCHANT_INVALID',
    'MERCHANT_APP_INVALID',
    'CONTRACT_INVALID',
    'ONBOARD_ERROR',
    'ACCOUNT_BLOCKED',
    'TOO_MANY_REQUEST',
  ],
  reports: {
    report: PAYIN_TRANSACTIONS,
    // It has no place to fetch them from.
    settings: v.pipe(
      v.unknown(),
      v.transform(() => null),
    ),
    source: (nothing) => nothing,
  },
};
