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

/** The first configuration that was received: a newer one would open the fields again and lose what was typed. */
export function useSteadyConfig(config: SiteConfigState): SiteConfigState {
  const [steady, setSteady] = useState(config);
  if (steady.kind === 'ready' || steady.kind === config.kind) return steady;
  setSteady(config);
  return config;
}

/** For start-up, in a batch with its other reads; an ongoing request is awaited. Null if it failed. */
export async function fetchSiteConfigBy(
  page: PageScope,
  ask: () => Promise<CallAnswer<SiteConfig>>,
): Promise<SiteConfig | null> {
  const cache = page.get(createQueryCache);
  cache.fetchIfStale(KEY, ask, FRESH_MS);
  await cache.whenSettled(KEY);
  return cache.queryState<SiteConfig>(KEY).value;
}

/** Which providers fail changes within seconds, so it is read again before one is chosen. */
export async function reloadSiteConfig(page: PageScope): Promise<SiteConfig | null> {
  const cache = page.get(createQueryCache);
  await cache.refetch(KEY, askForConfig);
  return cache.queryState<SiteConfig>(KEY).value;
}
