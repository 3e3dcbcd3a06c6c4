import { useEffect, useState } from 'react';
import type { OrderId } from '@jawhara/domain';
import { usePageValue } from '../../page-scope.ts';

/** The current time, updated at the given interval. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** When this page first showed each order as undecided, by the page's own clock, which does not depend on the device's date. */
const createFirstLooks = (): Map<OrderId | null, number> => new Map();

const TICK_MS = 1_000;

/**
 * How long this page has shown the order as undecided, in any of its views. `orderId` is null for an order that has no id yet.
 */
export function useLookedMs(orderId: OrderId | null): number {
  const looks = usePageValue(createFirstLooks);
  const [lookedMs, setLookedMs] = useState(0);
  useEffect(() => {
    const since = looks.get(orderId) ?? performance.now();
    looks.set(orderId, since);
    const tick = (): void => setLookedMs(performance.now() - since);
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [looks, orderId]);
  return lookedMs;
}
