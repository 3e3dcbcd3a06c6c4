import { ADYEN } from '@jawhara/domain';
import * as v from 'valibot';
import { needed, urlSetting, type ProviderEntry } from '../provider-entry.ts';
import { rotatedSetting } from '../rotated-secret.ts';
import { adyenProvider } from './adyen.provider.ts';
import { adyenReports, SETTLEMENT_DETAILS } from './settlement-details.ts';

const apiKey = v.pipe(v.string(), v.minLength(16));

/** Null when its API key is not set. */
const adyenSettings = v.pipe(
  v.object({
    ADYEN_API_URL: v.optional(urlSetting),
    ADYEN_API_KEY: v.optional(apiKey),
    ADYEN_MERCHANT_ACCOUNT: v.optional(v.string()),
    ADYEN_HMAC_KEY: v.optional(rotatedSetting(v.pipe(v.string(), v.hexadecimal(), v.minLength(32)))),
    ADYEN_CLIENT_KEY: v.optional(v.pipe(v.string(), v.regex(/^(test|live)_/))),
    ADYEN_FIELDS_URL: v.optional(urlSetting),
    ADYEN_APPLE_PAY_MERCHANT_ID: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(255))),
  }),
  v.transform((env) => {
    if (env.ADYEN_API_KEY === undefined) return null;
    const need = needed('ADYEN');
    const clientKey = need('CLIENT_KEY', env.ADYEN_CLIENT_KEY);
    const merchantAccount = need('MERCHANT_ACCOUNT', env.ADYEN_MERCHANT_ACCOUNT);
    return {
      apiUrl: need('API_URL', env.ADYEN_API_URL),
      apiKey: env.ADYEN_API_KEY,
      merchantAccount,
      hmacKey: need('HMAC_KEY', env.ADYEN_HMAC_KEY),
      // Without it no Apple Pay sheet can be opened, so no wallet is offered.
      applePayMerchantId: env.ADYEN_APPLE_PAY_MERCHANT_ID ?? null,
      googlePay: { gateway: 'adyen', gatewayMerchantId: merchantAccount },
      fields: {
        clientKey,
        environment: clientKey.startsWith('live_') ? ('live' as const) : ('test' as const),
        apiUrl: env.ADYEN_FIELDS_URL ?? null,
      },
    };
  }),
);

const adyenReportSettings = v.pipe(
  v.object({
    ADYEN_REPORTS_URL: v.optional(urlSetting),
    ADYEN_REPORTS_KEY: v.optional(apiKey),
  }),
  v.transform(({ ADYEN_REPORTS_URL: reportsUrl, ADYEN_REPORTS_KEY: key }) =>
    reportsUrl && key ? { reportsUrl, apiKey: key } : null,
  ),
);

export const adyen: ProviderEntry<
  typeof ADYEN,
  v.InferOutput<typeof adyenSettings>,
  v.InferOutput<typeof adyenReportSettings>
> = {
  number: ADYEN,
  settings: adyenSettings,
  isLive: ({ fields }) => fields.environment === 'live',
  connect: ({ apiUrl: baseUrl, fields: _fields, googlePay: _googlePay, ...facts }, { observe }) =>
    adyenProvider({ ...facts, baseUrl, observe }),
  inbox: { path: '/webhooks/adyen/', thanks: {} },
  refusesAllWith: [],
  reports: {
    report: SETTLEMENT_DETAILS,
    settings: adyenReportSettings,
    source: (settings, announcements) => adyenReports({ ...settings, announcements }),
  },
};
