import { readSiteConfig, type SiteConfig } from '@jawhara/contract';
import { answerTo, askAgain, askIfStale, nobodyAsks } from './answers.ts';
import type { CallAnswer } from './call-answer.ts';
import { call } from './call.ts';
import { useAnswer } from './use-answer.ts';

const KEY = 'site-config';
const FRESH_MS = 10 * 60_000;

export type SiteConfigState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'error'; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly config: SiteConfig };

const askForConfig = () => call(readSiteConfig, {});

export function useSiteConfig(): SiteConfigState {
  const { value, problem, retry } = useAnswer(KEY, askForConfig, FRESH_MS);
  if (value !== null) return { kind: 'ready', config: value };
  return problem === null ? { kind: 'loading' } : { kind: 'error', retry };
}

/** For start-up, which has company to ask with; who asks already is waited for. Null when nobody could be asked. */
export async function siteConfigAskedBy(
  ask: () => Promise<CallAnswer<SiteConfig>>,
): Promise<SiteConfig | null> {
  askIfStale(KEY, ask, FRESH_MS);
  await nobodyAsks(KEY);
  return answerTo<SiteConfig>(KEY).value;
}

/** Which providers give no answers changes within seconds: whoever is about to choose one asks again. */
export async function reloadSiteConfig(): Promise<SiteConfig | null> {
  await askAgain(KEY, askForConfig);
  return answerTo<SiteConfig>(KEY).value;
}
