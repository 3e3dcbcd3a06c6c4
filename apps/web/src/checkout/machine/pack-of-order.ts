import type { OrderInfo } from '@jawhara/contract';
import type { GemPack } from '@jawhara/domain';

/** The pack that an order is about, as it is sold now. A fine is about none, whatever costs the same. */
export function packOfOrder(packs: readonly GemPack[], order: OrderInfo | null): GemPack | null {
  if (order?.purpose !== 'gems') return null;
  return packs.find((one) => one.priceUsdCents === order.priceUsdCents) ?? null;
}
