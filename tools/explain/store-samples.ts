import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from '../stack/repository.ts';
import {
  alertSamples,
  ledgerSamples,
  notificationSamples,
  orderSamples,
  paymentSamples,
  storySamples,
} from './order-samples.ts';
import {
  accountSamples,
  banSamples,
  cardSamples,
  configSamples,
  feedbackSamples,
  historySamples,
  loginSamples,
  packSamples,
  presenceSamples,
  sessionSamples,
  telemetrySamples,
  uploadSamples,
} from './people-samples.ts';
import type { ASKS_NOTHING, Sample } from './sample.ts';

const API = join(REPOSITORY, 'apps/api/src');

type Samples = Readonly<Record<string, Sample | typeof ASKS_NOTHING>>;

/** One entry for each store, by its path under apps/api/src. */
export const STORE_SAMPLES: Readonly<Record<string, Samples>> = {
  'accounts/account.store.ts': accountSamples,
  'accounts/login.store.ts': loginSamples,
  'accounts/presence.store.ts': presenceSamples,
  'accounts/session.store.ts': sessionSamples,
  'alerts/alert.store.ts': alertSamples,
  'feedback/feedback.store.ts': feedbackSamples,
  'feedback/upload.store.ts': uploadSamples,
  'fines/ban.store.ts': banSamples,
  'gem-packs/gem-pack.store.ts': packSamples,
  'gems/ledger.store.ts': ledgerSamples,
  'orders/notification.store.ts': notificationSamples,
  'orders/order-story.store.ts': storySamples,
  'orders/order.store.ts': orderSamples,
  'orders/payment.store.ts': paymentSamples,
  'recipients/recipient-history.store.ts': historySamples,
  'saved-cards/saved-card.store.ts': cardSamples,
  'site-config/site-config.store.ts': configSamples,
  'telemetry/telemetry.store.ts': telemetrySamples,
};

/** What the code has and the samples lack: a store, or a function of one. */
export async function missingSamples(samples = STORE_SAMPLES): Promise<string[]> {
  const stores = globSync('**/*.store.ts', { cwd: API }).toSorted();
  const missing: string[] = [];
  for (const store of stores) {
    const exported = (await import(pathToFileURL(join(API, store)).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value === 'function' && samples[store]?.[name] === undefined)
        missing.push(`${store} ${name} has no sample`);
    }
  }
  return missing;
}
