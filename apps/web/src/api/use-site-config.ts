import { readSiteConfig, type SiteConfig } from '@jawhara/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { valueOf } from './call-answer.ts';
import { queryClient } from './query-client.ts';

export type SiteConfigState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'error'; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly config: SiteConfig };

export function useSiteConfig(): SiteConfigState {
  const query = useQuery(
    {
      queryKey: ['site-config'],
      queryFn: async ({ signal }) => valueOf(await call(readSiteConfig, {}, { signal })),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  if (query.data !== undefined) return { kind: 'ready', config: query.data };
  if (query.isError) return { kind: 'error', retry: () => void query.refetch() };
  return { kind: 'loading' };
}
