import { readSiteConfig, type SiteConfig } from '@jawhara/contract';
import { askAgain } from './answers.ts';
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

/** Which providers give no answers changes within seconds: whoever is about to choose one asks again. */
export function reloadSiteConfig(): Promise<void> {
  return askAgain(KEY, askForConfig);
}
