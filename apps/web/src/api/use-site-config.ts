import { readSiteConfig, type SiteConfig } from '@jawhara/contract';
import { queryState, refetch, fetchIfStale, whenSettled } from './query-cache.ts';
import type { CallAnswer } from './call-answer.ts';
import { call } from './call.ts';
import { useQuery } from './use-query.ts';

const KEY = 'site-config';
const FRESH_MS = 10 * 60_000;

export type SiteConfigState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'error'; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly config: SiteConfig };

const askForConfig = () => call(readSiteConfig, {});

export function useSiteConfig(): SiteConfigState {
  const { value, problem, retry } = useQuery(KEY, askForConfig, FRESH_MS);
  if (value !== null) return { kind: 'ready', config: value };
  return problem === null ? { kind: 'loading' } : { kind: 'error', retry };
}

/** For start-up, which has company to ask with; who asks already is waited for. Null when nobody could be asked. */
export async function fetchSiteConfigBy(
  ask: () => Promise<CallAnswer<SiteConfig>>,
): Promise<SiteConfig | null> {
  fetchIfStale(KEY, ask, FRESH_MS);
  await whenSettled(KEY);
  return queryState<SiteConfig>(KEY).value;
}

/** Which providers give no answers changes within seconds: whoever is about to choose one asks again. */
export async function reloadSiteConfig(): Promise<SiteConfig | null> {
  await refetch(KEY, askForConfig);
  return queryState<SiteConfig>(KEY).value;
}
