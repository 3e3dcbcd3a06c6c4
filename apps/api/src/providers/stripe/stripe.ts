import { STRIPE } from '@jawhara/domain';
import * as v from 'valibot';
import type { ProviderEntry } from '../provider-entry.ts';
import { BALANCE_ACTIVITY } from './balance-activity.ts';
import { stripeSettings } from './settings.ts';
import { stripeProvider } from './stripe.provider.ts';

export const stripe: ProviderEntry<typeof STRIPE, v.InferOutput<typeof stripeSettings>, null> = {
  number: STRIPE,
  settings: stripeSettings,
  connect: ({ apiUrl: baseUrl, ...facts }, tools) => stripeProvider({ ...facts, ...tools, baseUrl }),
  inbox: { path: '/webhooks/stripe/', thanks: {} },
  refusesAllWith: [],
  reports: {
    report: BALANCE_ACTIVITY,
    // It makes one when it is asked, and that takes its time: a person asks.
    settings: v.pipe(
      v.unknown(),
      v.transform(() => null),
    ),
    source: (nothing) => nothing,
  },
};
