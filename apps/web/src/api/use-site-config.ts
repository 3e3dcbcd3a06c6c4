import { readSiteConfig, type SiteConfig } from '@jawhara/contract';
import { call } from './call.ts';
import { useAnswer } from './use-answer.ts';

const FRESH_MS = 10 * 60_000;

export type SiteConfigState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'error'; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly config: SiteConfig };

export function useSiteConfig(): SiteConfigState {
  const { value, problem, retry } = useAnswer('site-config', () => call(readSiteConfig, {}), FRESH_MS);
  if (value !== null) return { kind: 'ready', config: value };
  return problem === null ? { kind: 'loading' } : { kind: 'error', retry };
}
