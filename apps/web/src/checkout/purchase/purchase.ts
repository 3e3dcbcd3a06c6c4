import type { PayerProof } from '@jawhara/domain';
import { inBankCheck, inSentAway } from './at-bank.ts';
import { inCardEntry, inFinding, inPlacing, inTokenising, inUnsure, openUndecided } from './before-order.ts';
import { cardEntry, confirm, type At } from './follow.ts';
import { inOtherCard, inPayingAgain, inReadingOtherCard } from './other-card.ts';
import type { Next, PurchaseEvent, PurchaseState, Undecided } from './purchase-state.ts';
import {
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
export interface PurchaseEntry extends Undecided {
  /** The bank sent the payer back as a whole window, not inside our page. */
  readonly isBackFromBank: boolean;
  /** What the bank gave them to bring along. */
  readonly proof: PayerProof | null;
}

/** An order that exists is looked up before anything else; only a clean slate begins at the card. */
export function beginPurchase(entry: PurchaseEntry): Next {
  if (entry.orderId !== null && entry.isBackFromBank) {
    return confirm(entry.orderId, 0, entry.proof);
  }
  return openUndecided(entry) ?? [cardEntry()];
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
  'sent-away': inSentAway,
  confirming: inConfirming,
  cancelling: inCancelling,
  watching: inWatching,
  'other-card': inOtherCard,
  'reading-other-card': inReadingOtherCard,
  'paying-again': inPayingAgain,
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
