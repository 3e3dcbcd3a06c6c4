import { watchLayout } from './app-layout.ts';
import { lockZoom } from './app-zoom-lock.ts';
import { startUp } from './start-up/start-up.ts';
import type { ReportStartUpFailure } from './start-up/run-in-order.ts';

/** What begins when the page has been shown. */
export function beginAwake(report: ReportStartUpFailure): Promise<void> {
  watchLayout(() => location.reload());
  lockZoom(document);
  return startUp(report);
}
