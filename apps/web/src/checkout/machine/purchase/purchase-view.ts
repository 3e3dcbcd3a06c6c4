import { isWallet } from '@jawhara/domain';
import type { PurchaseState } from './purchase-state.ts';

/** The states that the result panel shows. */
export type ShownResult = Extract<PurchaseState, { at: 'paid' | 'not-paid' | 'unsure' | 'missing' }>;

export type PurchaseView = 'card' | 'bank' | 'away' | 'progress' | 'pending' | 'result';

interface Face {
  readonly view: PurchaseView;
  /**
   * Back does not leave the page at once: it shows a question where something could be lost, and does nothing while a payment may
   * be under way.
   */
  readonly guardsBack: boolean;
  /** A payment may be under way and undecided: then the page must not claim that there is none. */
  readonly mayBeSent: boolean;
}

const FACES: { readonly [At in PurchaseState['at']]: Face } = {
  tokenising: { view: 'card', guardsBack: true, mayBeSent: true }, // the order is sent as soon as the token is there
  placing: { view: 'card', guardsBack: true, mayBeSent: true },
  // The question whether to buy the same again is shown over the step; nothing was paid.
  'same-again': { view: 'card', guardsBack: true, mayBeSent: false },
  // The wallet's sheet covers the step.
  'sheet-validating': { view: 'card', guardsBack: true, mayBeSent: false },
  'sheet-button': { view: 'card', guardsBack: true, mayBeSent: false },
  'sheet-ready': { view: 'card', guardsBack: true, mayBeSent: false },
  'sheet-paying': { view: 'card', guardsBack: true, mayBeSent: true },
  'sheet-deciding': { view: 'card', guardsBack: true, mayBeSent: true },
  'sheet-explaining': { view: 'card', guardsBack: true, mayBeSent: false },
  unsure: { view: 'result', guardsBack: false, mayBeSent: true },
  finding: { view: 'progress', guardsBack: false, mayBeSent: true },
  opening: { view: 'progress', guardsBack: false, mayBeSent: true },
  'bank-check': { view: 'bank', guardsBack: true, mayBeSent: true },
  // Removing the Back guard goes back in the history, which would cancel the redirect.
  'sent-away': { view: 'away', guardsBack: true, mayBeSent: true },
  confirming: { view: 'progress', guardsBack: true, mayBeSent: true },
  cancelling: { view: 'progress', guardsBack: true, mayBeSent: true },
  watching: { view: 'pending', guardsBack: false, mayBeSent: true },
  // The first payment of the same order may have been sent.
  'other-card': { view: 'card', guardsBack: true, mayBeSent: true },
  'reading-other-card': { view: 'card', guardsBack: true, mayBeSent: true },
  'paying-again': { view: 'card', guardsBack: true, mayBeSent: true },
  explaining: { view: 'progress', guardsBack: false, mayBeSent: false },
  paid: { view: 'result', guardsBack: false, mayBeSent: false },
  'not-paid': { view: 'result', guardsBack: false, mayBeSent: false },
  missing: { view: 'result', guardsBack: false, mayBeSent: false },
  stopped: { view: 'card', guardsBack: false, mayBeSent: false },
  left: { view: 'progress', guardsBack: false, mayBeSent: false },
};

export function viewOf(state: PurchaseState): PurchaseView {
  return FACES[state.at].view;
}

export function shownResult(state: PurchaseState): ShownResult | null {
  switch (state.at) {
    case 'paid':
    case 'not-paid':
    case 'missing':
    case 'unsure':
      return state;
    default:
      return null;
  }
}

export function guardsBack(state: PurchaseState): boolean {
  return FACES[state.at].guardsBack;
}

export function mayBeSent(state: PurchaseState): boolean {
  return FACES[state.at].mayBeSent;
}

/** The payer is being asked whether to give up the bank's check. */
export function isLeavePrompted(state: PurchaseState): boolean {
  return 'isLeaving' in state && state.isLeaving;
}

/** Still on the step where confirm was pressed. */
export function isStillOnStep({ at }: PurchaseState): boolean {
  return at === 'tokenising' || at === 'placing' || at === 'same-again' || at.startsWith('sheet-');
}

/** The card was read from its fields, or is about to be. */
export function isPaying(state: PurchaseState): boolean {
  return isStillOnStep(state) || state.at === 'reading-other-card' || state.at === 'paying-again';
}

/** The wallet's sheet is open, its order is about to be placed, or its token is being sent. */
export function isWalletOpen(state: PurchaseState): boolean {
  if (state.at === 'tokenising') return state.isByWallet;
  if (state.at !== 'placing') return state.at.startsWith('sheet-');
  const { card, purchase } = state.attempt;
  return isWallet(purchase.payType) || 'googlePayToken' in card;
}
