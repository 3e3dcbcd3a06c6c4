import { UPDATE_AFTER_MS } from '@jawhara/domain';
import { goToPage } from '../../browser/page-address.ts';

/** A page that was loaded anew says so in its address: also where nothing can be stored, it is not done again and again. */
const NOT_AGAIN_WITHIN_MS = 10 * 60_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function isJustLoadedAnew(nowMs: number): boolean {
  const ageMs = nowMs - Number(new URLSearchParams(location.search).get('dt') ?? Number.NaN);
  return ageMs >= 0 && ageMs < NOT_AGAIN_WITHIN_MS;
}

let isWaiting = false;

/**
 * The same page, fresh from the host: after a second, and not before whoever must not be disturbed is done. A host that does not
 * answer has nothing newer: the page stays as it is.
 */
export async function loadAnew(isBusy: () => boolean, onLeaving: () => void): Promise<void> {
  if (isWaiting || isJustLoadedAnew(Date.now())) return;
  isWaiting = true;
  try {
    do await pause(UPDATE_AFTER_MS);
    while (isBusy());
    const url = new URL(location.href);
    url.searchParams.set('dt', String(Date.now()));
    const { ok } = await fetch(url, { cache: 'no-cache' });
    // While it was fetched somebody may have pressed pay.
    if (!ok || isBusy()) return;
    onLeaving();
    goToPage(url.pathname + url.search + url.hash, 'replace');
  } finally {
    isWaiting = false;
  }
}
