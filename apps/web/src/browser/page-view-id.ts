import { randomHex } from './random-id.ts';
import { stored } from './storage/stored.ts';

export const PAGE_VIEW_LASTS_MS = 20 * 60_000;
const PAGE_VIEW_ID_BYTES = 16;

interface PageView {
  readonly id: string;
  readonly sinceMs: number;
}

const storedPageView = stored<PageView>({
  key: 'page_view',
  parse: (json) => {
    if (typeof json !== 'object' || json === null) return null;
    const { id, since } = json as Record<string, unknown>;
    return typeof id === 'string' && typeof since === 'number' ? { id, sinceMs: since } : null;
  },
  format: (view) => ({ id: view.id, since: view.sinceMs }),
});

export function renewPageViewId(nowMs: number): string {
  const id = randomHex(PAGE_VIEW_ID_BYTES);
  storedPageView.write({ id, sinceMs: nowMs });
  return id;
}

/** The id of this visit; a visit ends after twenty minutes or with a completed payment. */
export function pageViewId(nowMs: number): string {
  const view = storedPageView.read();
  const ageMs = view === null ? Number.POSITIVE_INFINITY : nowMs - view.sinceMs;
  if (view === null || ageMs < 0 || ageMs >= PAGE_VIEW_LASTS_MS) return renewPageViewId(nowMs);
  return view.id;
}
