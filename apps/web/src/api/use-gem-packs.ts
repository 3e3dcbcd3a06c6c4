import { listGemPacks, type RechargeList } from '@jawhara/contract';
import type { AccountId } from '@jawhara/domain';
import { useDeferredValue, useMemo } from 'react';
import { storedPacks } from '../browser/storage/purchase.ts';
import { storedRecipient } from '../browser/storage/recipients.ts';
import { useStored } from '../browser/storage/use-stored.ts';
import type { PageScope } from '../page-scope.ts';
import { createQueryCache, useQuery } from './query-cache.ts';
import { callOrTakeOver } from './call.ts';
import type { CallAnswer } from './call-answer.ts';
import { packsOf, type GemPacks } from './packs-of.ts';

const FRESH_MS = 60_000;

export type GemPacksState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'error'; readonly retry: () => void }
  | ({ readonly kind: 'ready' } & GemPacks);

async function askForPacks(recipientId: AccountId | null): Promise<CallAnswer<RechargeList>> {
  const answer = await callOrTakeOver(listGemPacks, { recipientId });
  if (answer.kind === 'ok') storedPacks.write(answer.value);
  return answer;
}

const packsKey = (recipientId: AccountId | null): string => `gem-packs ${recipientId}`;

/** Reads the packs from the request that first-paint.js has sent, so that they are known before the screen is drawn. */
export function takeEarlyPacks(page: PageScope): void {
  if (globalThis.earlyRequest === undefined) return;
  const recipientId = storedRecipient.read()?.accountId ?? null;
  void page.get(createQueryCache).refetch(packsKey(recipientId), () => askForPacks(recipientId));
}

/** The packs for sale; those of the last visit stand in until the server has answered, or if it cannot. */
export function useGemPacks(recipientId: AccountId | null): GemPacksState {
  const lastSeen = useStored(storedPacks);
  const answer = useQuery(packsKey(recipientId), () => askForPacks(recipientId), FRESH_MS);
  // Deferred, so that rendering all packs does not block a press on a cheap phone.
  const list = useDeferredValue(answer.value ?? lastSeen);
  const packs = useMemo(() => (list === null ? null : packsOf(list)), [list]);
  if (packs !== null) return { kind: 'ready', ...packs };
  return answer.problem === null ? { kind: 'loading' } : { kind: 'error', retry: answer.retry };
}
