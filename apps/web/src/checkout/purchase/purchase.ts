import type { OrderId } from '@jawhara/domain';
import { findOrder, inCardEntry, inFinding, inPlacing, inTokenising, inUnsure } from './before-order.ts';
import { cardEntry, type At } from './follow.ts';
import type { Next, PurchaseEvent, PurchaseState } from './purchase-state.ts';
import {
  inBankCheck,
  inCancelling,
  inConfirming,
  inExplaining,
  inMissing,
  inNotPaid,
  inOpening,
  inPaid,
  inWatching,
} from './with-order.ts';

/** How the payer came to the pay step. */
export interface PurchaseEntry {
  readonly orderId: OrderId | null;
  /** The bank sent the payer back as a whole window, not inside our page. */
  readonly isBackFromBank: boolean;
  /** A request left this device and its answer never came. */
  readonly pendingRequestId: string | null;
}

/** An order that exists is looked up before anything else; only a clean slate begins at the card. */
export function beginPurchase(entry: PurchaseEntry): Next {
  if (entry.orderId !== null && entry.isBackFromBank) {
    return [
      { at: 'confirming', orderId: entry.orderId, polls: 0 },
      { do: 'confirm', orderId: entry.orderId },
    ];
  }
  if (entry.orderId !== null) {
    return [
      { at: 'opening', orderId: entry.orderId, tries: 0 },
      { do: 'read-order', orderId: entry.orderId, afterMs: 0 },
    ];
  }
  return entry.pendingRequestId === null ? [cardEntry()] : findOrder(entry.pendingRequestId, 1);
}

/** An answer that was still under way when the payer began again. */
function isAboutAnotherOrder(state: PurchaseState, event: PurchaseEvent): boolean {
  return 'orderId' in state && 'orderId' in event && event.orderId !== state.orderId;
}

const STEPS: {
  readonly [Name in PurchaseState['at']]: (state: At<Name>, event: PurchaseEvent) => Next;
} = {
  'card-entry': inCardEntry,
  tokenising: inTokenising,
  placing: inPlacing,
  unsure: inUnsure,
  finding: inFinding,
  opening: inOpening,
  missing: inMissing,
  'bank-check': inBankCheck,
  confirming: inConfirming,
  cancelling: inCancelling,
  watching: inWatching,
  explaining: inExplaining,
  paid: inPaid,
  'not-paid': inNotPaid,
  left: (state) => [state],
};

/** One purchase from the card to the gems. Pure: what the world has to do is in the effects, in their order. */
export function purchase(state: PurchaseState, event: PurchaseEvent): Next {
  if (isAboutAnotherOrder(state, event)) return [state];
  const step = STEPS[state.at] as (state: PurchaseState, event: PurchaseEvent) => Next;
  return step(state, event);
}
