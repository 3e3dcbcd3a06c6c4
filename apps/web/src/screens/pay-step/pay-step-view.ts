import type { EntryProblem, PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import type { ShownResult } from '../../checkout/result/result-panel.tsx';

/** A moment of waiting is only a moment; after this many looks the page says that the bank is slow. */
const LOOKS_BEFORE_PENDING = 10;

export type PayStepView = 'card' | 'bank' | 'away' | 'progress' | 'result';

const VIEWS: { readonly [At in PurchaseState['at']]: PayStepView } = {
  'card-entry': 'card',
  tokenising: 'card',
  placing: 'card',
  'bank-check': 'bank',
  'sent-away': 'away',
  'other-card': 'card',
  'reading-other-card': 'card',
  'paying-again': 'card',
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
const GUARDS_BACK: { readonly [At in PurchaseState['at']]: boolean } = {
  'card-entry': true,
  tokenising: true,
  placing: true,
  'bank-check': true,
  'sent-away': true, // letting go of the guard is a step back in the history, which would undo the going away
  confirming: true,
  cancelling: true,
  'other-card': true,
  'reading-other-card': true,
  'paying-again': true,
  finding: false,
  opening: false,
  explaining: false,
  watching: false,
  paid: false,
  'not-paid': false,
  missing: false,
  unsure: false,
  left: false,
};

export function guardsBack(state: PurchaseState): boolean {
  return GUARDS_BACK[state.at];
}

/** "One step left": asked before a step with something in it is given up. */
export function isLeavingAsked(state: PurchaseState): boolean {
  return 'isLeaving' in state && state.isLeaving;
}

/** Why the card step is shown again. */
export function cardProblem(state: PurchaseState): EntryProblem | null {
  return state.at === 'card-entry' || state.at === 'other-card' ? state.problem : null;
}

const IS_PAYING: readonly PurchaseState['at'][] = [
  'tokenising',
  'placing',
  'reading-other-card',
  'paying-again',
];

/** The card has left its fields, or is about to. */
export function isPaying(state: PurchaseState): boolean {
  return IS_PAYING.includes(state.at);
}

/** The address that brings a reload back to where the payer is. */
export function addressOf(state: PurchaseState): string | null {
  if (state.at === 'left') return null;
  return 'orderId' in state ? `/pay-step?order_id=${state.orderId}` : '/pay-step?step=card';
}
