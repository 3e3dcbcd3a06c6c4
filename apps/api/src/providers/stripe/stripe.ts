import { STRIPE } from '@jawhara/domain';
import * as v from 'valibot';
import { merchantIdentityIn } from '../apple-pay-gateway.ts';
import { merchantIdentitySettings, needed, urlSetting, type ProviderEntry } from '../provider-entry.ts';
import { rotatedSetting } from '../rotated-secret.ts';
import { BALANCE_ACTIVITY } from './balance-activity.ts';
import { stripeProvider } from './stripe.provider.ts';

const secretKey = v.pipe(v.string(), v.regex(/^(sk|rk)_(test|live)_\w{8,}$/));

/** Null when its key is not set. With it a merchant identity at Apple is needed too, because it takes only wallets. */
const stripeSettings = v.pipe(
  v.object({
    // Host only: the library adds the paths.
    STRIPE_API_URL: v.optional(v.pipe(urlSetting, v.regex(/^https?:\/\/[^/]+\/?$/))),
    STRIPE_SECRET_KEY: v.optional(secretKey),
    STRIPE_WEBHOOK_SECRET: v.optional(rotatedSetting(v.pipe(v.string(), v.regex(/^whsec_\S{16,}$/)))),
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

export const stripe: ProviderEntry<typeof STRIPE, v.InferOutput<typeof stripeSettings>, null> = {
  number: STRIPE,
  settings: stripeSettings,
  isLive: ({ secretKey }) => /^[sr]k_live_/.test(secretKey),
  connect: ({ apiUrl: baseUrl, ...facts }, tools) => stripeProvider({ ...facts, ...tools, baseUrl }),
  inbox: { path: '/webhooks/stripe/', thanks: {} },
  refusesAllWith: [],
  reports: {
    report: BALANCE_ACTIVITY,
    // The provider makes a report only on request, which takes a while: an operator requests it.
    settings: v.pipe(
      v.unknown(),
      v.transform(() => null),
    ),
    source: (nothing) => nothing,
  },
};
