import type { PurchaseState } from '../../checkout/purchase/purchase-state.ts';

const MAY_BE_SENT: { readonly [At in PurchaseState['at']]: boolean } = {
  'card-entry': false,
  tokenising: true, // the order leaves the moment the token is there
  placing: true,
  unsure: true,
  finding: true,
  opening: true,
  'bank-check': true,
  'sent-away': true,
  confirming: true,
  cancelling: true,
  watching: true,
  'other-card': true, // the first payment of that order is
  'reading-other-card': true,
  'paying-again': true,
  explaining: false,
  paid: false,
  'not-paid': false,
  missing: false,
  left: false,
};

/** Whether a payment may be under way that nobody has decided: then nothing on the page may claim that none is. */
export function mayBeSent(state: PurchaseState): boolean {
  return MAY_BE_SENT[state.at];
}
