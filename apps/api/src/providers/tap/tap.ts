import { TAP } from '@jawhara/domain';
import * as v from 'valibot';
import { merchantIdentityIn } from '../apple-pay-gateway.ts';
import { merchantIdentitySettings, needed, urlSetting, type ProviderEntry } from '../provider-entry.ts';
import { rotatedSetting } from '../rotated-secret.ts';
import { PAYOUT_REPORT } from './payout-report.ts';
import { tapProvider } from './tap.provider.ts';

/** Null when its key is not set. With it a merchant identity at Apple is needed too, because it takes only wallets. */
const tapSettings = v.pipe(
  v.object({
    TAP_API_URL: v.optional(urlSetting),
    TAP_SECRET_KEY: v.optional(rotatedSetting(v.pipe(v.string(), v.regex(/^sk_(test|live)_\S{8,}$/)))),
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

export const tap: ProviderEntry<typeof TAP, v.InferOutput<typeof tapSettings>, null> = {
  number: TAP,
  settings: tapSettings,
  isLive: ({ secretKey }) => secretKey.startsWith('sk_live_'),
  connect: ({ apiUrl: baseUrl, ...facts }, tools) => tapProvider({ ...facts, ...tools, baseUrl }),
  inbox: { path: '/webhooks/tap/', thanks: {} },
  refusesAllWith: [],
  reports: {
    report: PAYOUT_REPORT,
    // A workbook of the provider's dashboard: an operator downloads it.
    settings: v.pipe(
      v.unknown(),
      v.transform(() => null),
    ),
    source: (nothing) => nothing,
  },
};
