import { DEMO } from '@jawhara/domain';
import * as v from 'valibot';
import { merchantIdentityIn } from '../apple-pay-gateway.ts';
import { merchantIdentitySettings, needed, urlSetting, type ProviderEntry } from '../provider-entry.ts';
import { rotatedSetting } from '../rotated-secret.ts';
import { demoProvider } from './demo.provider.ts';
import { demoReports, MOVEMENTS } from './movements.ts';

const secret = v.pipe(v.string(), v.minLength(16));

/** Null when its API key is not set. With it a merchant identity at Apple is needed too, because it takes only wallets. */
const demoSettings = v.pipe(
  v.object({
    DEMO_API_URL: v.optional(urlSetting),
    DEMO_API_KEY: v.optional(secret),
    DEMO_WEBHOOK_KEY: v.optional(rotatedSetting(secret)),
    ...merchantIdentitySettings,
  }),
  v.transform((env) => {
    if (env.DEMO_API_KEY === undefined) return null;
    const need = needed('DEMO');
    const identity = merchantIdentityIn(env);
    if (identity === null) throw new Error('missing in the environment: APPLE_PAY_MERCHANT_ID');
    return {
      apiUrl: need('API_URL', env.DEMO_API_URL),
      apiKey: env.DEMO_API_KEY,
      webhookKey: need('WEBHOOK_KEY', env.DEMO_WEBHOOK_KEY),
      identity,
    };
  }),
);

const demoReportSettings = v.pipe(
  v.object({ DEMO_API_URL: v.optional(urlSetting), DEMO_API_KEY: v.optional(secret) }),
  v.transform(({ DEMO_API_URL: apiUrl, DEMO_API_KEY: apiKey }) =>
    apiUrl && apiKey ? { apiUrl, apiKey } : null,
  ),
);

export const demo: ProviderEntry<
  typeof DEMO,
  v.InferOutput<typeof demoSettings>,
  v.InferOutput<typeof demoReportSettings>
> = {
  number: DEMO,
  settings: demoSettings,
  isLive: () => false,
  connect: (settings, { observe }) => demoProvider({ ...settings, observe }),
  inbox: { path: '/webhooks/demo/', thanks: {} },
  refusesAllWith: [],
  reports: { report: MOVEMENTS, settings: demoReportSettings, source: (settings) => demoReports(settings) },
};
