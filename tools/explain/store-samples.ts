import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from '../stack/repository.ts';
import { cardSamples, forgettingSamples, questionSamples } from './card-samples.ts';
import {
  checkCountSamples,
  sealedPaymentSamples,
  ledgerSamples,
  webhookSamples,
  orderSamples,
  ownOrderSamples,
  paymentSamples,
  refundSamples,
  requestSamples,
  returnSamples,
  storySamples,
} from './order-samples.ts';
import { ledgerCheckSamples, onBooksSamples, settlementSamples } from './reconciliation-samples.ts';
import {
  actionSamples,
  alertPostSamples,
  alertSamples,
  flowBuildSamples,
  operatorSamples,
} from './operator-samples.ts';
import {
  accountSamples,
  banSamples,
  deviceSamples,
  configSamples,
  feedbackSamples,
  transferSamples,
  historySamples,
  loginSamples,
  packSamples,
  presenceSamples,
  restrictionSamples,
  sessionSamples,
  telemetryReportSamples,
  telemetrySamples,
  uploadSamples,
} from './people-samples.ts';
import type { ASKS_NOTHING, Sample } from './sample.ts';

const API = join(REPOSITORY, 'apps/api/src');

type Samples = Readonly<Record<string, Sample | typeof ASKS_NOTHING>>;

/** An entry for each store, by its path under apps/api/src. */
export const STORE_SAMPLES: Readonly<Record<string, Samples>> = {
  'accounts/account-device.store.ts': deviceSamples,
  'accounts/account.store.ts': accountSamples,
  'accounts/login.store.ts': loginSamples,
  'accounts/presence.store.ts': presenceSamples,
  'accounts/session.store.ts': sessionSamples,
  'alerts/alert-post.store.ts': alertPostSamples,
  'alerts/alert.store.ts': alertSamples,
  'feedback/feedback.store.ts': feedbackSamples,
  'feedback/upload.store.ts': uploadSamples,
  'penalties/ban.store.ts': banSamples,
  'gem-packs/gem-pack.store.ts': packSamples,
  'device-transfer/device-transfer.store.ts': transferSamples,
  'ledger/ledger-check.store.ts': ledgerCheckSamples,
  'ledger/ledger.store.ts': ledgerSamples,
  'operator/identity/operator.store.ts': operatorSamples,
  'operator/operator-action.store.ts': actionSamples,
  'operator/releases/flow-build.store.ts': flowBuildSamples,
  'orders/store/sealed-payment.store.ts': sealedPaymentSamples,
  'orders/store/webhook.store.ts': webhookSamples,
  'orders/store/on-books.store.ts': onBooksSamples,
  'orders/store/order-request.store.ts': requestSamples,
  'orders/store/order-story.store.ts': storySamples,
  'orders/store/own-orders.store.ts': ownOrderSamples,
  'orders/store/check-count.store.ts': checkCountSamples,
  'orders/store/order.store.ts': orderSamples,
  'orders/store/payment.store.ts': paymentSamples,
  'orders/store/refund.store.ts': refundSamples,
  'orders/store/return.store.ts': returnSamples,
  'reconciliation/settlement.store.ts': settlementSamples,
  'recipients/recipient-history.store.ts': historySamples,
  'penalties/restriction.store.ts': restrictionSamples,
  'saved-cards/card-question.store.ts': questionSamples,
  'saved-cards/card-to-forget.store.ts': forgettingSamples,
  'saved-cards/saved-card.store.ts': cardSamples,
  'site-config/site-config.store.ts': configSamples,
  'telemetry/telemetry-report.store.ts': telemetryReportSamples,
  'telemetry/telemetry.store.ts': telemetrySamples,
};

/** Stores, and functions of stores, that have no sample. */
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
