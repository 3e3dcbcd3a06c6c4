export const NAVIGATION_WAITS_MS = 3_000;

/**
 * The cache in which the worker records visits without a network; a page reports them once there is one
 * (app/start-up/register-service-worker.ts).
 */
export const OFFLINE_VISITS = 'offline-visits';

/** The source of an answer: pages from the network first, hashed files from the cache; other requests are not handled. */
export type AnswerFrom = 'network-then-cache' | 'cache' | 'not-ours';

export interface Precache {
  readonly version: string;
  readonly assets: readonly string[];
  readonly pages: readonly string[];
}

export interface RequestFacts {
  readonly method: string;
  readonly isNavigation: boolean;
  readonly isSameOrigin: boolean;
  readonly path: string;
}

/** Calls of the API are not handled: an answer about money must never come from a cache. */
export function answerFrom(request: RequestFacts, precache: Precache): AnswerFrom {
  if (request.method !== 'GET' || !request.isSameOrigin || request.path.startsWith('/api/'))
    return 'not-ours';
  if (request.isNavigation) return precache.pages.includes(request.path) ? 'network-then-cache' : 'not-ours';
  // Files of the previous release are served too: a page opened before the update may still request them.
  return request.path.startsWith('/assets/') ? 'cache' : 'not-ours';
}

/** The caches to delete, from a list with the oldest first: this release's and the previous one stay, for open pages. */
export function cachesToForget(names: readonly string[], current: string): string[] {
  const releases = names.filter((name) => name !== OFFLINE_VISITS && name !== current);
  return releases.slice(0, -1);
}
