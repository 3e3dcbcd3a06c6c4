import type { PurchaseState } from './purchase-state.ts';

/** Nobody has decided, and the server would let somebody else be asked: then the payer need not wait for the first one. */
export function mayPayElsewhere(state: PurchaseState): boolean {
  return state.at === 'watching' && state.triedProviders !== null;
}
