import { CHECKOUT_COM } from '@jawhara/domain';
import * as v from 'valibot';
import { urlSetting, type ProviderEntry } from '../provider-entry.ts';
import { rotatedSetting } from '../rotated-secret.ts';
import { checkoutComProvider } from './checkout-com.provider.ts';
import { checkoutComReports, FINANCIAL_ACTIONS } from './financial-actions.ts';

const secretKey = v.pipe(v.string(), v.startsWith('sk_'));

const all = v.object({
  CHECKOUT_COM_API_URL: urlSetting,
  CHECKOUT_COM_SECRET_KEY: secretKey,
  CHECKOUT_COM_PUBLIC_KEY: v.pipe(v.string(), v.startsWith('pk_')),
  CHECKOUT_COM_PROCESSING_CHANNEL_ID: v.pipe(v.string(), v.startsWith('pc_')),
  CHECKOUT_COM_WEBHOOK_KEY: rotatedSetting(v.pipe(v.string(), v.minLength(16))),
  CHECKOUT_COM_FIELDS_URL: urlSetting,
  CHECKOUT_COM_ENVIRONMENT: v.picklist(['sandbox', 'production']),
});

const none = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((env) => Object.keys(all.entries).every((name) => env[name] === undefined)),
  v.transform(() => null),
);

const connected = v.pipe(
  all,
  v.transform((env) => ({
    apiUrl: env.CHECKOUT_COM_API_URL,
    secretKey: env.CHECKOUT_COM_SECRET_KEY,
    processingChannelId: env.CHECKOUT_COM_PROCESSING_CHANNEL_ID,
    webhookKey: env.CHECKOUT_COM_WEBHOOK_KEY,
    googlePay: { gateway: 'checkoutltd', gatewayMerchantId: env.CHECKOUT_COM_PUBLIC_KEY },
    fields: {
      scriptUrl: env.CHECKOUT_COM_FIELDS_URL,
      publicKey: env.CHECKOUT_COM_PUBLIC_KEY,
      environment: env.CHECKOUT_COM_ENVIRONMENT,
    },
  })),
);

/**
 * Null if none of the settings is set. If any is set all are needed: a shop that has lost a key must not start without its
 * provider.
 */
const checkoutComSettings = v.lazy((env) => (v.is(none, env) ? none : connected));

const checkoutComReportSettings = v.pipe(
  v.object({
    CHECKOUT_COM_API_URL: v.optional(urlSetting),
    CHECKOUT_COM_SECRET_KEY: v.optional(secretKey),
  }),
  v.transform(({ CHECKOUT_COM_API_URL: baseUrl, CHECKOUT_COM_SECRET_KEY: key }) =>
    baseUrl && key ? { baseUrl, secretKey: key } : null,
  ),
);

export const checkoutCom: ProviderEntry<
  typeof CHECKOUT_COM,
  v.InferOutput<typeof checkoutComSettings>,
  v.InferOutput<typeof checkoutComReportSettings>
> = {
  number: CHECKOUT_COM,
  settings: checkoutComSettings,
  isLive: ({ fields }) => fields.environment === 'production',
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
