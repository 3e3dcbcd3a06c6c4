import { isNewerVersion } from '@jawhara/domain';
import { reloadSiteConfig } from '../../api/use-site-config.ts';
import { isPurchaseMoving } from '../../browser/is-purchase-moving.ts';
import { loadAnew } from './load-anew.ts';
import type { StartUpStep } from './run-in-order.ts';
import { storedUpdatedTo } from './stored-updated-to.ts';

/** From the card to the result nothing is taken out of anybody's hands: what was typed into a provider's fields would be gone. */
function isPaying(): boolean {
  return isPurchaseMoving() || location.pathname.startsWith('/pay-step');
}

async function updateIfNewer(): Promise<void> {
  const published = (await reloadSiteConfig())?.websiteVersion;
  if (published === undefined || !isNewerVersion(published, __SITE_VERSION__)) return;
  if (storedUpdatedTo.read() === published) return;
  await loadAnew(isPaying, () => storedUpdatedTo.write(published));
}

/** A chunk of ours that is not there belongs to a release that has gone. */
function isGoneChunk({ name, responseStatus }: PerformanceResourceTiming): boolean {
  return responseStatus === 404 && new URL(name).pathname.startsWith('/assets/');
}

/**
 * Without that chunk the page cannot go on, not even to what was typed: it waits for a purchase that moves, and for nothing else.
 * Browsers that do not tell leave the payer the button of the load failure.
 */
function watchGoneChunks(): void {
  const observer = new PerformanceObserver((seen) => {
    const entries = seen.getEntries() as PerformanceResourceTiming[];
    if (entries.some(isGoneChunk)) void loadAnew(isPurchaseMoving, () => undefined).catch(() => undefined);
  });
  observer.observe({ type: 'resource', buffered: true });
}

export const selfUpdate: StartUpStep = {
  name: 'self-update',
  withinMs: 10_000,
  run: () => {
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void updateIfNewer().catch(() => undefined);
    });
    watchGoneChunks();
    // Not waited for: it may wait for the end of a payment.
    void updateIfNewer().catch(() => undefined);
  },
};
