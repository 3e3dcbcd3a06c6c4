import { UPDATE_AFTER_MS, isNewerVersion } from '@jawhara/domain';
import { stored } from '../../browser/storage/stored.ts';
import { goToPage } from '../../browser/page-address.ts';
import { reloadSiteConfig } from '../../api/use-site-config.ts';
import type { PageScope } from '../../page-scope.ts';
import type { StartUpStep } from './run-in-order.ts';

/** The version this browser has loaded the page anew for: once is enough, whatever came of it. */
export const storedUpdatedTo = stored<string>({
  key: 'updated_to',
  parse: (json) => (typeof json === 'string' ? json : null),
  format: (version) => version,
});

/** A page that was loaded anew says so in its address: also where nothing can be stored, it is not done again and again. */
const NOT_AGAIN_WITHIN_MS = 10 * 60_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function isJustLoadedAnew(nowMs: number): boolean {
  const ageMs = nowMs - Number(new URLSearchParams(location.search).get('dt') ?? Number.NaN);
  return ageMs >= 0 && ageMs < NOT_AGAIN_WITHIN_MS;
}

/** Runs `work` unless its last run is still under way. */
function oneAtATime<Args extends readonly unknown[]>(
  work: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  let isRunning = false;
  return async (...args) => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work(...args);
    } finally {
      isRunning = false;
    }
  };
}

type LoadAnew = (isBusy: () => boolean, onLeaving: () => void) => Promise<void>;

/**
 * The same page, fresh from the host: after a second, and not before whoever must not be disturbed is done. A host that does not
 * answer has nothing newer: the page stays as it is.
 */
const loadAnew: LoadAnew = async (isBusy, onLeaving) => {
  if (isJustLoadedAnew(Date.now())) return;
  do await pause(UPDATE_AFTER_MS);
  while (isBusy());
  const url = new URL(location.href);
  url.searchParams.set('dt', String(Date.now()));
  const { ok } = await fetch(url, { cache: 'no-cache' });
  // While it was fetched somebody may have pressed pay.
  if (!ok || isBusy()) return;
  onLeaving();
  goToPage(url.pathname + url.search + url.hash, 'replace');
};

/** Said by ui/back-guard.ts on the root element: money may be on its way, and a page that starts anew would let go of it. */
function isPurchaseMoving(): boolean {
  return document.documentElement.hasAttribute('data-paying');
}

/** From the card to the result nothing is taken out of anybody's hands: what was typed into a provider's fields would be gone. */
function isPaying(): boolean {
  return isPurchaseMoving() || location.pathname.startsWith('/pay-step');
}

async function updateIfNewer(page: PageScope, load: LoadAnew): Promise<void> {
  const published = (await reloadSiteConfig(page))?.websiteVersion;
  if (published === undefined || !isNewerVersion(published, __SITE_VERSION__)) return;
  if (storedUpdatedTo.read() === published) return;
  await load(isPaying, () => storedUpdatedTo.write(published));
}

/** A chunk of ours that is not there belongs to a release that has gone. */
function isGoneChunk({ name, responseStatus }: PerformanceResourceTiming): boolean {
  return responseStatus === 404 && new URL(name).pathname.startsWith('/assets/');
}

/**
 * Without that chunk the page cannot go on, not even to what was typed: it waits for a purchase that moves, and for nothing else.
 * Browsers that do not tell leave the payer the button of the load failure.
 */
function watchGoneChunks(load: LoadAnew): void {
  const observer = new PerformanceObserver((seen) => {
    const entries = seen.getEntries() as PerformanceResourceTiming[];
    if (entries.some(isGoneChunk)) void load(isPurchaseMoving, () => undefined).catch(() => undefined);
  });
  observer.observe({ type: 'resource', buffered: true });
}

export const selfUpdate = (page: PageScope): StartUpStep => ({
  name: 'self-update',
  withinMs: 10_000,
  run: () => {
    const load = oneAtATime(loadAnew);
    const update = (): void => void updateIfNewer(page, load).catch(() => undefined);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') update();
    });
    watchGoneChunks(load);
    // Not waited for: it may wait for the end of a payment.
    update();
  },
});
