import { useSyncExternalStore } from 'react';
import { handedOver, subscribeToHandedOver, type HandedOver } from './handed-over.ts';

/** Null in the prerendered markup and in the first paint over it. */
export function useHandedOver(): HandedOver | null {
  return useSyncExternalStore(subscribeToHandedOver, handedOver, () => null);
}
