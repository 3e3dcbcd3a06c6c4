import * as v from 'valibot';
import { merchantIdentityIn } from '../apple-pay-gateway.ts';
import { merchantIdentitySettings, needed, urlSetting } from '../setting.ts';

const secretKey = v.pipe(v.string(), v.regex(/^(sk|rk)_(test|live)_\w{8,}$/));

/** Null without its key. With it, a merchant identity at Apple is needed too: it takes wallets and nothing else. */
export const stripeSettings = v.pipe(
  v.object({
    // A host alone: their library writes the paths.
    STRIPE_API_URL: v.optional(v.pipe(urlSetting, v.regex(/^https?:\/\/[^/]+\/?$/))),
    STRIPE_SECRET_KEY: v.optional(secretKey),
    STRIPE_WEBHOOK_SECRET: v.optional(v.pipe(v.string(), v.regex(/^whsec_\S{16,}$/))),
    ...merchantIdentitySettings,
  }),
  v.transform((env) => {
    if (env.STRIPE_SECRET_KEY === undefined) return null;
    const need = needed('STRIPE');
    const identity = merchantIdentityIn(env);
    if (identity === null) throw new Error('missing in the environment: APPLE_PAY_MERCHANT_ID');
    return {
      identity,
      apiUrl: need('API_URL', env.STRIPE_API_URL),
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: need('WEBHOOK_SECRET', env.STRIPE_WEBHOOK_SECRET),
    };
  }),
);
