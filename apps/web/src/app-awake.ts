import { meetHostApp } from './app-host-meet.ts';
import { watchLayout } from './app-layout.ts';
import { lockZoom } from './app-zoom-lock.ts';
import { rememberPage } from './host/page-before.ts';
import { goOutside } from './host/page-address.ts';
import { sendToFines } from './host/send-to-fines.ts';
import { sendToMainSite } from './host/send-to-main-site.ts';
import { visitFacts } from './host/visit-facts.ts';
import { visitMock } from './host/visit-mock.ts';
import { visitPlatform } from './host/visit-platform.ts';
import { jumpToStore } from './start-up/jump-to-store.ts';
import { reportFailedStep } from './start-up/report-failed-step.ts';
import { startUp } from './start-up/start-up.ts';

/** What the opening link says is kept before anything leads to an address without it. */
function keepLink(): void {
  for (const keep of [visitFacts, visitMock, visitPlatform]) keep(location);
}

/** What begins when the page has been shown. */
export async function beginAwake(): Promise<void> {
  keepLink();
  rememberPage();
  if (sendToMainSite(location, __MAIN_SITE__, Date.now()) || sendToFines(location)) return;
  watchLayout(() => location.reload());
  lockZoom(document);
  meetHostApp().catch((cause: unknown) => reportFailedStep('host-app', cause));
  void jumpToStore(goOutside);
  void import('./app-events.ts').then(({ beginEvents }) => beginEvents()).catch(() => undefined);
  await startUp(reportFailedStep);
}
