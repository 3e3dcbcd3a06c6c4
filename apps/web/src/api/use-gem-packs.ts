import { listGemPacks, type RechargeList } from '@jawhara/contract';
import {
  groupPacks,
  orderRecommendations,
  type AccountId,
  type GemPack,
  type UsdCents,
} from '@jawhara/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { storedPacks } from '../host/stored-packs.ts';
import { useStored } from '../host/use-stored.ts';
import { call } from './call.ts';
import { valueOf } from './call-answer.ts';
import { queryClient } from './query-client.ts';

export interface GemPacks {
  readonly packs: readonly GemPack[];
  readonly recommended: readonly UsdCents[];
}

export type GemPacksState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'error'; readonly retry: () => void }
  | ({ readonly kind: 'ready' } & GemPacks);

async function fetchPacks(recipientId: AccountId | null, signal: AbortSignal): Promise<RechargeList> {
  const list = valueOf(await call(listGemPacks, { recipientId }, { signal }));
  storedPacks.write(list);
  return list;
}

function packsOf(list: RechargeList): GemPacks {
  return {
    packs: groupPacks(list.rows),
    recommended: orderRecommendations(list.recommended, list.extraRecommended),
  };
}

/** The packs on offer; those of the last visit stand in until the server has answered, and whenever it cannot. */
export function useGemPacks(recipientId: AccountId | null): GemPacksState {
  const lastSeen = useStored(storedPacks);
  const query = useQuery(
    {
      queryKey: ['gem-packs', recipientId],
      queryFn: ({ signal }) => fetchPacks(recipientId, signal),
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
  const list = query.data ?? lastSeen;
  const packs = useMemo(() => (list === null ? null : packsOf(list)), [list]);
  if (packs !== null) return { kind: 'ready', ...packs };
  if (query.isError) return { kind: 'error', retry: () => void query.refetch() };
  return { kind: 'loading' };
}
