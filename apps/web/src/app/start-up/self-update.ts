import { UPDATE_AFTER_MS, isNewerVersion } from '@jawhara/domain';
import { stored } from '../../browser/storage/stored.ts';
import { goToPage } from '../../browser/page-address.ts';
import { reloadSiteConfig } from '../../api/use-site-config.ts';
import type { PageScope } from '../../page-scope.ts';
import type { StartUpStep } from './run-in-order.ts';

/** The version for which this browser has reloaded: one try is enough, even if it failed. */
export const storedUpdatedTo = stored<string>({
  key: 'updated_to',
  parse: (json) => (typeof json === 'string' ? json : null),
  format: (version) => version,
});

/** A reloaded page has the time in its address (`dt`). So even without storage it does not reload again within this time. */
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
 * Reloads the page from the host, after a second and not before a payment has ended. A host that does not answer has no
 * newer version, so the page stays.
 */
const loadAnew: LoadAnew = async (isBusy, onLeaving) => {
  if (isJustLoadedAnew(Date.now())) return;
  do await pause(UPDATE_AFTER_MS);
  while (isBusy());
  const url = new URL(location.href);
  url.searchParams.set('dt', String(Date.now()));
  const { ok } = await fetch(url, { cache: 'no-cache' });
  // The payer may have pressed pay during the request.
  if (!ok || isBusy()) return;
  onLeaving();
  goToPage(url.pathname + url.search + url.hash, 'replace');
};

/** ui/back-guard.ts sets this attribute on the root: a payment may be in progress, and reloading would lose its page. */
function isPurchaseMoving(): boolean {
  return document.documentElement.hasAttribute('data-paying');
}

/** No reload between the card and the result: text typed into a provider's fields would be lost. */
function isPaying(): boolean {
  return isPurchaseMoving() || location.pathname.startsWith('/pay-step');
}

async function updateIfNewer(page: PageScope, load: LoadAnew): Promise<void> {
  const published = (await reloadSiteConfig(page))?.websiteVersion;
  if (published === undefined || !isNewerVersion(published, __SITE_VERSION__)) return;
  if (storedUpdatedTo.read() === published) return;
  await load(isPaying, () => storedUpdatedTo.write(published));
}

/** Whether a chunk of ours is missing on the host: it belonged to an earlier release. */
function isGoneChunk({ name, responseStatus }: PerformanceResourceTiming): boolean {
  return responseStatus === 404 && new URL(name).pathname.startsWith('/assets/');
}

/**
 * A page with a missing chunk cannot continue, so it reloads as soon as no payment is in progress. Browsers that do not
 * report the missing chunk show the button of the load failure.
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
    // Not awaited, because it may wait for a payment to end.
    update();
  },
});
