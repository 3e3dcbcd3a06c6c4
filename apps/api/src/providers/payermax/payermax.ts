import { PAYERMAX } from '@jawhara/domain';
import * as v from 'valibot';
import { needed, pemSetting, urlSetting, type ProviderEntry } from '../provider-entry.ts';
import { payermaxProvider } from './payermax.provider.ts';
import { PAYIN_TRANSACTIONS } from './payin-transactions.ts';

/** Null when its key is not set. */
const payermaxSettings = v.pipe(
  v.object({
    PAYERMAX_API_URL: v.optional(urlSetting),
    PAYERMAX_APP_ID: v.optional(v.string()),
    PAYERMAX_MERCHANT_NO: v.optional(v.string()),
    PAYERMAX_PRIVATE_KEY: v.optional(pemSetting),
    PAYERMAX_PUBLIC_KEY: v.optional(pemSetting),
    PAYERMAX_DROPIN_URL: v.optional(urlSetting),
    PAYERMAX_NOTIFY_URL: v.optional(urlSetting),
    PAYERMAX_COUNTRY: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)), 'SA'),
    PAYERMAX_ENVIRONMENT: v.optional(v.picklist(['sandbox', 'production']), 'sandbox'),
    PAYERMAX_SHOWS: v.optional(v.picklist(['drop-in', 'hosted-page']), 'drop-in'),
  }),
  v.transform((env) => {
    if (env.PAYERMAX_PRIVATE_KEY === undefined) return null;
    const need = needed('PAYERMAX');
    return {
      apiUrl: need('API_URL', env.PAYERMAX_API_URL),
      appId: need('APP_ID', env.PAYERMAX_APP_ID),
      merchantNo: need('MERCHANT_NO', env.PAYERMAX_MERCHANT_NO),
      privateKeyPem: env.PAYERMAX_PRIVATE_KEY,
      publicKeyPem: need('PUBLIC_KEY', env.PAYERMAX_PUBLIC_KEY),
      notifyUrl: need('NOTIFY_URL', env.PAYERMAX_NOTIFY_URL),
      country: env.PAYERMAX_COUNTRY,
      fields: {
        scriptUrl: need('DROPIN_URL', env.PAYERMAX_DROPIN_URL),
        environment: env.PAYERMAX_ENVIRONMENT,
        shows: env.PAYERMAX_SHOWS,
      },
    };
  }),
);

export const payermax: ProviderEntry<typeof PAYERMAX, v.InferOutput<typeof payermaxSettings>, null> = {
  number: PAYERMAX,
  settings: payermaxSettings,
  isLive: ({ fields }) => fields.environment === 'production',
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
    // The provider has no address from which reports can be fetched.
    settings: v.pipe(
      v.unknown(),
      v.transform(() => null),
    ),
    source: (nothing) => nothing,
  },
};
