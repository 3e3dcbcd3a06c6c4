import { isPaid, type KnownMoney, type OrderId } from '@jawhara/domain';
import { useEffect, useEffectEvent, useState } from 'react';
import { useOrderNow } from '../../api/use-order.ts';

/** What nobody knows yet may be known soon. */
const ASK_AGAIN_AFTER_MS = 10_000;

export interface MoneyCheck {
  readonly money: KnownMoney | null;
  /** Given up, and paid after all: this panel is not true any more. */
  readonly isPaidAfterAll: boolean;
  /** The payer has asked, and nothing has been answered since. */
  readonly isUnderWay: boolean;
  readonly onCheck: () => void;
}

/** The server's word on the money of this order, asked for anew: an earlier one may be from before it was decided. */
export function useKnownMoney(orderId: OrderId): MoneyCheck {
  const { value, problem, retry } = useOrderNow(orderId);
  const [askedAt, setRequestedAt] = useState<readonly unknown[] | null>(null);
  const refetch = useEffectEvent(retry);
  const isUnknown = value?.money === 'unknown';
  useEffect(() => {
    if (!isUnknown) return undefined;
    const timer = setInterval(() => refetch(), ASK_AGAIN_AFTER_MS);
    return () => clearInterval(timer);
  }, [isUnknown]);
  return {
    money: value?.money ?? null,
    isPaidAfterAll: value !== null && isPaid(value.state),
    isUnderWay: askedAt !== null && askedAt[0] === value && askedAt[1] === problem,
    onCheck() {
      setRequestedAt([value, problem]);
      retry();
    },
  };
}
