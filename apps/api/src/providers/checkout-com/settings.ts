import * as v from 'valibot';
import { urlSetting } from '../setting.ts';

const secretKey = v.pipe(v.string(), v.startsWith('sk_'));

/** Always needed: without it nobody could pay. */
export const checkoutComSettings = v.pipe(
  v.object({
    CHECKOUT_COM_API_URL: urlSetting,
    CHECKOUT_COM_SECRET_KEY: secretKey,
    CHECKOUT_COM_PUBLIC_KEY: v.pipe(v.string(), v.startsWith('pk_')),
    CHECKOUT_COM_PROCESSING_CHANNEL_ID: v.pipe(v.string(), v.startsWith('pc_')),
    CHECKOUT_COM_WEBHOOK_KEY: v.pipe(v.string(), v.minLength(16)),
    CHECKOUT_COM_FIELDS_URL: urlSetting,
    CHECKOUT_COM_ENVIRONMENT: v.picklist(['sandbox', 'production']),
  }),
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

export const checkoutComReportSettings = v.pipe(
  v.object({
    CHECKOUT_COM_API_URL: v.optional(urlSetting),
    CHECKOUT_COM_SECRET_KEY: v.optional(secretKey),
  }),
  v.transform(({ CHECKOUT_COM_API_URL: baseUrl, CHECKOUT_COM_SECRET_KEY: key }) =>
    baseUrl && key ? { baseUrl, secretKey: key } : null,
  ),
);
