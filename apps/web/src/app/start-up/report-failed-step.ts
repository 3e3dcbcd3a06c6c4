import { track } from '../../browser/event-queue.ts';
import { isOnline } from '../../browser/online-state.ts';
import type { ReportStartUpFailure } from './run-in-order.ts';

/**
 * TrackedEvent to operators like everything that nobody caught, and to no visitor. Without a network nobody would hear of it, and being
 * offline is no fault.
 */
export const reportFailedStep: ReportStartUpFailure = (step, cause) => {
  if (isOnline()) track(new ErrorEvent('error', { error: new Error(`start-up: ${step}`, { cause }) }));
};
