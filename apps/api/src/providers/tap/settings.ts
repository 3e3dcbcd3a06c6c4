import * as v from 'valibot';
import { merchantIdentityIn } from '../apple-pay-gateway.ts';
import { merchantIdentitySettings, needed, urlSetting } from '../setting.ts';

/** Null without its key. With it, a merchant identity at Apple is needed too: it takes wallets and nothing else. */
export const tapSettings = v.pipe(
  v.object({
    TAP_API_URL: v.optional(urlSetting),
    TAP_SECRET_KEY: v.optional(v.pipe(v.string(), v.regex(/^sk_(test|live)_\S{8,}$/))),
    TAP_MERCHANT_ID: v.optional(v.pipe(v.string(), v.minLength(1))),
    TAP_NOTIFY_URL: v.optional(urlSetting),
    TAP_PAYER_EMAIL: v.optional(v.pipe(v.string(), v.email())),
    ...merchantIdentitySettings,
  }),
  v.transform((env) => {
    if (env.TAP_SECRET_KEY === undefined) return null;
    const need = needed('TAP');
    const identity = merchantIdentityIn(env);
    if (identity === null) throw new Error('missing in the environment: APPLE_PAY_MERCHANT_ID');
    return {
      identity,
      apiUrl: need('API_URL', env.TAP_API_URL),
      secretKey: env.TAP_SECRET_KEY,
      merchantId: need('MERCHANT_ID', env.TAP_MERCHANT_ID),
      notifyUrl: need('NOTIFY_URL', env.TAP_NOTIFY_URL),
      payerEmail: need('PAYER_EMAIL', env.TAP_PAYER_EMAIL),
    };
  }),
);
