import type { RefusedCall } from './create-call.ts';

const listeners = new Set<(call: RefusedCall) => void>();

/** The one global handler: every answer of every call that is not result 0. */
export function hearRefused(call: RefusedCall): void {
  for (const listener of listeners) listener(call);
}

/** For whoever keeps watch over the whole site. What a payer is told stays with the screen that asked. */
export function onRefusedCall(listener: (call: RefusedCall) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
