import type { RechargeList } from '@jawhara/contract';
import { groupPacks, orderRecommendations, type GemPack, type UsdCents } from '@jawhara/domain';

export interface GemPacks {
  readonly packs: readonly GemPack[];
  readonly recommended: readonly UsdCents[];
}

/** The packs on offer, as the server lists them. */
export function packsOf(list: RechargeList): GemPacks {
  return {
    packs: groupPacks(list.rows),
    recommended: orderRecommendations(list.recommended, list.extraRecommended),
  };
}
