import { beginPageView } from './begin-page-view.ts';
import { fetchDownloadLinks } from './fetch-download-links.ts';
import { identifyDevice } from './identify-device.ts';
import { lookUpCountry } from './look-up-country.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { restoreLogin } from './restore-login.ts';
import { selfUpdate } from './self-update.ts';
import { runInOrder, type ReportStartUpFailure, type StartUpStep } from './run-in-order.ts';

/** In the specified order. */
export const START_UP_STEPS: readonly StartUpStep[] = [
  beginPageView,
  identifyDevice,
  lookUpCountry,
  restoreLogin,
  selfUpdate,
  registerServiceWorker,
  fetchDownloadLinks,
];

/** Never waited for by the first paint. */
export function startUp(report: ReportStartUpFailure): Promise<void> {
  return runInOrder(START_UP_STEPS, report);
}
