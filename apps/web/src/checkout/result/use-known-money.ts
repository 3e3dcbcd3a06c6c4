import type { KnownMoney, OrderId } from '@jawhara/domain';
import { useEffect, useEffectEvent } from 'react';
import { useOrderNow } from '../../api/use-order.ts';

/** What nobody knows yet may be known soon. */
const ASK_AGAIN_AFTER_MS = 10_000;

/** The server's word on the money of this order, asked for anew: an earlier one may be from before it was decided. */
export function useKnownMoney(orderId: OrderId): KnownMoney | null {
  const { value, retry } = useOrderNow(orderId);
  const askAgain = useEffectEvent(retry);
  const isUnknown = value?.money === 'unknown';
  useEffect(() => {
    if (!isUnknown) return undefined;
    const timer = setInterval(() => askAgain(), ASK_AGAIN_AFTER_MS);
    return () => clearInterval(timer);
  }, [isUnknown]);
  return value?.money ?? null;
}
