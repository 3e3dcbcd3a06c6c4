import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { PurchaseEntry } from './purchase.ts';
import type { PurchaseEvent, PurchaseState } from './purchase-state.ts';
import { runPurchase, type PurchaseWorld, type RunningPurchase } from './run-purchase.ts';

const neverChanges = (): (() => void) => () => undefined;

/** Runs one purchase as long as the component lives. Entry and world are read once, when it begins. */
export function usePurchase(begin: () => { readonly entry: PurchaseEntry; readonly world: PurchaseWorld }): {
  readonly state: PurchaseState | null;
  readonly send: (event: PurchaseEvent) => void;
} {
  const [running, setRunning] = useState<RunningPurchase | null>(null);
  const [start] = useState(() => begin);
  useEffect(() => {
    const { entry, world } = start();
    const started = runPurchase(entry, world);
    setRunning(started);
    return () => started.stop();
  }, [start]);
  const state = useSyncExternalStore(
    running?.subscribe ?? neverChanges,
    () => running?.getState() ?? null,
    () => null,
  );
  const send = useCallback((event: PurchaseEvent) => running?.send(event), [running]);
  return { state, send };
}
