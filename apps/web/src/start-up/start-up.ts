import { beginPageView } from './begin-page-view.ts';
import { identifyDevice } from './identify-device.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { restoreLogin } from './restore-login.ts';
import { runInOrder, type ReportStartUpFailure, type StartUpStep } from './run-in-order.ts';

/** In the specified order. Country, self-update and download links take their places when they exist. */
export const START_UP_STEPS: readonly StartUpStep[] = [
  beginPageView,
  identifyDevice,
  restoreLogin,
  registerServiceWorker,
];

/** Never waited for by the first paint. */
export function startUp(report: ReportStartUpFailure): Promise<void> {
  return runInOrder(START_UP_STEPS, report);
}
