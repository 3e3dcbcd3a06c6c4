import { methodFor, providerOf, type GemPack, type PayType } from '@jawhara/domain';
import type { PurchaseState, TriedProviders } from './purchase-state.ts';

function soldThrough(channels: readonly PayType[], pack: GemPack | null): PayType[] {
  return channels.filter((payType) => pack === null || methodFor(pack, payType) !== null);
}

/** The best channel that was not tried for this order yet; null when all were. */
export function untriedChannel(
  channels: readonly PayType[],
  pack: GemPack | null,
  tried: TriedProviders,
): PayType | null {
  const isUntried = (payType: PayType): boolean => {
    const provider = providerOf(payType);
    return provider !== null && tried?.includes(provider) !== true;
  };
  return soldThrough(channels, pack).find(isUntried) ?? null;
}

/** The channel for another card of an open order; where its pack is no longer sold through any, the order's own. */
export function otherProviderChannel(
  channels: readonly PayType[],
  pack: GemPack | null,
  tried: TriedProviders,
  ofOrder: PayType,
): PayType {
  return untriedChannel(channels, pack, tried) ?? soldThrough(channels, pack)[0] ?? ofOrder;
}

/** The payment is undecided and the server allows another provider: the payer need not wait for the first provider. */
export function mayTryOtherProvider(state: PurchaseState): boolean {
  return state.at === 'watching' && state.triedProviders !== null;
}
