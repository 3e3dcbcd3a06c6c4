import { measurePage } from '../analytics/page-speed.ts';
import { createTracker } from '../analytics/track.ts';
import { trackOnce } from '../analytics/fault.ts';
import { createEventQueue } from '../browser/event-queue.ts';
import type { PageScope } from '../page-scope.ts';
import { routeNameOf } from './routes.ts';

/** Events of an address change: `pushState` and `replaceState` come from wouter, `popstate` from the browser. */
const ADDRESS_CHANGES = ['popstate', 'pushState', 'replaceState'];

/** Reports each page when it is shown; a change of its parameters is not another page. */
function watchPages(report: (page: string, atMs: number) => void): void {
  let shown: string | null = null;
  // The first page was opened with the document, long before this code runs.
  const openedAtMs = Math.round(performance.timeOrigin);
  const reportShownPage = (): void => {
    const page = routeNameOf(location.pathname) ?? 'unknown';
    if (page === shown || page === 'home') return;
    report(page, shown === null ? openedAtMs : Date.now());
    shown = page;
  };
  for (const change of ADDRESS_CHANGES) addEventListener(change, reportShownPage);
  reportShownPage();
}

/** Loaded after the first paint; earlier events wait in their order. */
export function startAnalytics(page: PageScope): void {
  const { trackMoment, trackFault, trackSpeed, flushBeforeLeaving } = createTracker(page);
  watchPages((at, atMs) => trackMoment({ step: 'page_show', at }, atMs));
  const hearFault = trackOnce((fault) => void trackFault(fault));
  page.get(createEventQueue).onTracked((event, atMs) => {
    if (!('step' in event))
      return hearFault('reason' in event ? event.reason : (event.error ?? event.message));
    try {
      trackMoment(event, atMs);
    } catch (fault) {
      // An error in recording must not undo the visitor's action.
      hearFault(fault);
    }
  });
  measurePage(trackSpeed);
  addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'hidden' && flushBeforeLeaving(false),
  );
  addEventListener('pagehide', () => flushBeforeLeaving(true));
}
