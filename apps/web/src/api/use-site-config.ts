import { readSiteConfig, type SiteConfig } from '@jawhara/contract';
import { useState } from 'react';
import type { PageScope } from '../page-scope.ts';
import { createQueryCache, useQuery } from './query-cache.ts';
import type { CallAnswer } from './call-answer.ts';
import { call } from './call.ts';

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

/** The first configuration that came: a newer one would open the fields anew, and what is typed in them would be gone. */
export function useSteadyConfig(config: SiteConfigState): SiteConfigState {
  const [steady, setSteady] = useState(config);
  if (steady.kind === 'ready' || steady.kind === config.kind) return steady;
  setSteady(config);
  return config;
}

/** For start-up, which has company to ask with; who asks already is waited for. Null when nobody could be asked. */
export async function fetchSiteConfigBy(
  page: PageScope,
  ask: () => Promise<CallAnswer<SiteConfig>>,
): Promise<SiteConfig | null> {
  const cache = page.get(createQueryCache);
  cache.fetchIfStale(KEY, ask, FRESH_MS);
  await cache.whenSettled(KEY);
  return cache.queryState<SiteConfig>(KEY).value;
}

/** Which providers give no answers changes within seconds: whoever is about to choose one asks again. */
export async function reloadSiteConfig(page: PageScope): Promise<SiteConfig | null> {
  const cache = page.get(createQueryCache);
  await cache.refetch(KEY, askForConfig);
  return cache.queryState<SiteConfig>(KEY).value;
}
