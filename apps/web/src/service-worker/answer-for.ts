export const NAVIGATION_WAITS_MS = 3_000;

/** What the worker does with a request: pages go to the network first, hashed files come from the cache, the rest is not ours. */
export type AnswerFrom = 'network-then-cache' | 'cache' | 'not-ours';

export interface Precache {
  readonly version: string;
  readonly assets: readonly string[];
  readonly pages: readonly string[];
}

export interface AskedFor {
  readonly method: string;
  readonly isNavigation: boolean;
  readonly isSameOrigin: boolean;
  readonly path: string;
}

/** Calls of the API are never touched: an answer about money is never an old one. */
export function answerFrom(asked: AskedFor, precache: Precache): AnswerFrom {
  if (asked.method !== 'GET' || !asked.isSameOrigin || asked.path.startsWith('/api/')) return 'not-ours';
  if (asked.isNavigation) return precache.pages.includes(asked.path) ? 'network-then-cache' : 'not-ours';
  return precache.assets.includes(asked.path) ? 'cache' : 'not-ours';
}
