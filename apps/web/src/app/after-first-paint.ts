import { MOBILE_LAYOUT_WIDTH_MAX_PX } from '@jawhara/domain';
import { hostApp } from '../host-app/current-host-app.ts';
import { track } from '../browser/event-queue.ts';
import { isOnline } from '../browser/waits.ts';
import type { ReportStartUpFailure } from './start-up/run-in-order.ts';
import type { PageScope } from '../page-scope.ts';
import { goOutside } from '../browser/page-address.ts';
import { rememberPage } from '../browser/page-before.ts';
import { sendToFines, sendToMainSite } from '../browser/send-to-main-site.ts';
import { visitFacts, visitMock, visitPlatform } from '../browser/link.ts';
import { jumpToStore } from './start-up/jump-to-store.ts';
import { startAnalytics } from './start-analytics.ts';
import { startUp } from './start-up/start-up.ts';
import { connectHostApp } from './host-app.ts';

/** Connects the page to the host app around it. In a plain browser it only checks a few times whether there is an app. */
async function joinHostApp(page: PageScope): Promise<void> {
  const app = await hostApp(page);
  if (app.facts === null) return;
  await connectHostApp(page, app);
}

type Layout = 'mobile' | 'pc';

export function layoutOf(widthPx: number): Layout {
  return widthPx > MOBILE_LAYOUT_WIDTH_MAX_PX ? 'pc' : 'mobile';
}

/** Both layouts have the same markup; the class `pc` on root and body chooses the one for PCs. */
function putLayoutClass(layout: Layout): void {
  for (const element of [document.documentElement, document.body])
    element.classList.toggle('pc', layout === 'pc');
}

/** Reloads the page when a resize changes the layout. Returns a function that stops watching. */
export function watchLayout(reload: () => void): () => void {
  const layout = layoutOf(innerWidth);
  putLayoutClass(layout);
  const onResize = (): void => {
    if (layoutOf(innerWidth) !== layout) reload();
  };
  addEventListener('resize', onResize);
  return () => removeEventListener('resize', onResize);
}

const DOUBLE_TAP_WITHIN_MS = 300;

const CONTROLS = 'a, button, input, textarea, select, label, summary';

/**
 * Pinch and double-tap zoom are disabled. The page has its own control for text size. Fast taps on controls still count as
 * presses.
 */
export function lockZoom(target: Document): () => void {
  let lastTapAtMs = -Infinity;
  const onTouchMove = (event: TouchEvent): void => {
    if (event.touches.length > 1) event.preventDefault();
  };
  const onTouchEnd = (event: TouchEvent): void => {
    const isControl = event.target instanceof Element && event.target.closest(CONTROLS) !== null;
    if (!isControl && event.timeStamp - lastTapAtMs <= DOUBLE_TAP_WITHIN_MS) event.preventDefault();
    lastTapAtMs = event.timeStamp;
  };
  const onGesture = (event: Event): void => event.preventDefault(); // Safari's own pinch event
  target.addEventListener('touchmove', onTouchMove, { passive: false });
  target.addEventListener('touchend', onTouchEnd, { passive: false });
  target.addEventListener('gesturestart', onGesture);
  return () => {
    target.removeEventListener('touchmove', onTouchMove);
    target.removeEventListener('touchend', onTouchEnd);
    target.removeEventListener('gesturestart', onGesture);
  };
}

/** Reports a failed start-up step like an uncaught error, except while offline. Visitors see no message. */
export const reportFailedStep: ReportStartUpFailure = (step, cause) => {
  if (isOnline()) track(new ErrorEvent('error', { error: new Error(`start-up: ${step}`, { cause }) }));
};

/** Stores the facts of the opening link before a navigation drops them from the address. */
function keepLink(): void {
  for (const keep of [visitFacts, visitMock, visitPlatform]) keep(location);
}

export async function startAfterFirstPaint(page: PageScope): Promise<void> {
  keepLink();
  rememberPage();
  if (sendToMainSite(location, __MAIN_SITE__, Date.now()) || sendToFines(location)) return;
  watchLayout(() => location.reload());
  lockZoom(document);
  joinHostApp(page).catch((cause: unknown) => reportFailedStep('host-app', cause));
  void jumpToStore(page, goOutside);
  startAnalytics(page);
  await startUp(page, reportFailedStep);
}
