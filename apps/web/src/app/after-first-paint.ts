import { findHostApp } from './find-host-app.ts';
import { watchLayout } from './layout.ts';
import { lockZoom } from './zoom-lock.ts';
import { goOutside } from '../browser/page-address.ts';
import { rememberPage } from '../browser/page-before.ts';
import { sendToFines } from '../browser/send-to-fines.ts';
import { sendToMainSite } from '../browser/send-to-main-site.ts';
import { visitFacts } from '../browser/visit-facts.ts';
import { visitMock } from '../browser/visit-mock.ts';
import { visitPlatform } from '../browser/visit-platform.ts';
import { jumpToStore } from './start-up/jump-to-store.ts';
import { reportFailedStep } from './start-up/report-failed-step.ts';
import { startUp } from './start-up/start-up.ts';

/** What the opening link says is kept before anything leads to an address without it. */
function keepLink(): void {
  for (const keep of [visitFacts, visitMock, visitPlatform]) keep(location);
}

/** What begins when the page has been shown. */
export async function startAfterFirstPaint(): Promise<void> {
  keepLink();
  rememberPage();
  if (sendToMainSite(location, __MAIN_SITE__, Date.now()) || sendToFines(location)) return;
  watchLayout(() => location.reload());
  lockZoom(document);
  findHostApp().catch((cause: unknown) => reportFailedStep('host-app', cause));
  void jumpToStore(goOutside);
  void import('./start-analytics.ts').then(({ startAnalytics }) => startAnalytics()).catch(() => undefined);
  await startUp(reportFailedStep);
}
