import type { PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import type { ShownResult } from '../../checkout/result/result-panel.tsx';

/** A moment of waiting is only a moment; after this many looks the page says that the bank is slow. */
const LOOKS_BEFORE_PENDING = 10;

export type PayStepView = 'card' | 'bank' | 'progress' | 'result';

const VIEWS: { readonly [At in PurchaseState['at']]: PayStepView } = {
  'card-entry': 'card',
  tokenising: 'card',
  placing: 'card',
  'bank-check': 'bank',
  finding: 'progress',
  opening: 'progress',
  confirming: 'progress',
  cancelling: 'progress',
  explaining: 'progress',
  watching: 'result',
  paid: 'result',
  'not-paid': 'result',
  missing: 'result',
  unsure: 'result',
  left: 'progress',
};

export function viewOf(state: PurchaseState): PayStepView {
  if (state.at === 'watching' && state.polls < LOOKS_BEFORE_PENDING) return 'progress';
  return VIEWS[state.at];
}

export function shownResult(state: PurchaseState): ShownResult | null {
  switch (state.at) {
    case 'paid':
    case 'not-paid':
    case 'watching':
    case 'missing':
    case 'unsure':
      return viewOf(state) === 'result' ? state : null;
    default:
      return null;
  }
}

/** Back asks first where something could be lost, and does nothing while money may be moving. */
export function guardsBack(state: PurchaseState): boolean {
  return ['card-entry', 'tokenising', 'placing', 'bank-check', 'confirming', 'cancelling'].includes(state.at);
}

/** The address that brings a reload back to where the payer is. */
export function addressOf(state: PurchaseState): string | null {
  if (state.at === 'left') return null;
  return 'orderId' in state ? `/pay-step?order_id=${state.orderId}` : '/pay-step?step=card';
}
