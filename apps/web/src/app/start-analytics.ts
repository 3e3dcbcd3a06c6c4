import { measurePage } from '../analytics/measure-page.ts';
import { flushBeforeLeaving, trackFault, trackMoment, trackSpeed } from '../analytics/track.ts';
import { trackOnce } from '../analytics/track-once.ts';
import { onTracked } from '../browser/event-queue.ts';
import { routeNameOf } from './routes.ts';

/** What wouter says of every change of the address, and the browser of those it makes itself. */
const ADDRESS_CHANGES = ['popstate', 'pushState', 'replaceState'];

/** Each page once, when it comes; parameters that change on it make no other page of it. */
function watchPages(tell: (page: string, atMs: number) => void): void {
  let shown: string | null = null;
  // The first was opened with the document, long before this.
  const openedAtMs = Math.round(performance.timeOrigin);
  const look = (): void => {
    const page = routeNameOf(location.pathname) ?? 'unknown';
    if (page === shown || page === 'home') return;
    tell(page, shown === null ? openedAtMs : Date.now());
    shown = page;
  };
  for (const change of ADDRESS_CHANGES) addEventListener(change, look);
  look();
}

/** Loaded after the first paint. What happened before has been kept, in its order. */
export function startAnalytics(): void {
  watchPages((page, atMs) => trackMoment({ step: 'page_show', at: page }, atMs));
  const hearFault = trackOnce((fault) => void trackFault(fault));
  onTracked((event, atMs) => {
    if (!('step' in event))
      return hearFault('reason' in event ? event.reason : (event.error ?? event.message));
    try {
      trackMoment(event, atMs);
    } catch (fault) {
      // Whoever pressed something has pressed it, whatever becomes of the record.
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
