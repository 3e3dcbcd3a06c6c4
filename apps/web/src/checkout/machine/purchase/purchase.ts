import { isUnread, type RefusalKind, type RepeatQuestion } from '@jawhara/contract';
import type { PayerProof } from '@jawhara/domain';
import {
  inSheetButton,
  inSheetDeciding,
  inSheetExplaining,
  inSheetPaying,
  inSheetReady,
  inValidating,
  troubleWith,
  validate,
} from './wallet-session.ts';
import {
  inBankCheck,
  inSentAway,
  inCancelling,
  inConfirming,
  inExplaining,
  inOpening,
  inPaid,
  inWatching,
} from './order-states.ts';
import { confirm, followAnswer, openOrder, stop, type At, type NextAt } from './follow.ts';
import { inOtherCard, inPayingAgain, inReadingOtherCard } from './other-card.ts';
import { PLACE_AGAIN_AFTER_MS, PLACE_TRIES_MAX } from './purchase-limits.ts';
import type {
  Next,
  PayUse,
  Purchase,
  PurchaseEffect,
  PurchaseEvent,
  PurchaseState,
  Undecided,
} from './purchase-state.ts';

/** How the payer came to the pay step. */
export interface PurchaseEntry extends Undecided {
  /** The bank sent the payer back as a whole window, not inside our page. */
  readonly isBackFromBank: boolean;
  /** Parameters that the bank added to the redirect. */
  readonly proof: PayerProof | null;
}

/** Starts with an order or request that exists already, which is looked up; null if this device has no undecided one. */
export function openPurchase(entry: PurchaseEntry): NextAt<'confirming' | 'opening' | 'finding'> | null {
  if (entry.orderId !== null && entry.isBackFromBank) return confirm(entry.orderId, 0, entry.proof);
  return openUndecided(entry);
}

/** Starts a purchase after a press on confirm. */
export function beginPurchase(purchased: Purchase, use: PayUse): NextAt<'tokenising'> {
  return [
    { at: 'tokenising', purchase: purchased, isByWallet: use.kind === 'wallet' },
    { do: 'tokenise', from: use },
  ];
}

function inTokenising(state: At<'tokenising'>, event: PurchaseEvent): Next {
  const { isByWallet } = state;
  if (event.type === 'sheet-cancelled') return [troubleWith('cancelled')];
  if (event.type === 'tokenise-failed')
    return [isByWallet ? troubleWith('not-sent') : stop({ kind: 'card-not-read' })];
  if (event.type !== 'tokenised') return [state];
  // Another tab may have placed an order: that order is checked before a fine is paid a second time. For gems the server decides
  // whether a purchase is a repeat (ORD-20).
  const undecidedOrder = state.purchase.kind === 'fine' ? openUndecided(event.undecided) : null;
  if (undecidedOrder !== null)
    return isByWallet ? [...undecidedOrder, { do: 'close-sheet' }] : undecidedOrder;
  const attempt = { ...event.paymentInput, purchase: state.purchase, requestId: event.requestId };
  return [
    { at: 'placing', attempt, tries: 1 },
    { do: 'remember-request', requestId: event.requestId }, // stored before the request is sent
    { do: 'place', attempt, afterMs: 0 },
  ];
}

/** Refused before the server checked whether the first request had arrived. */
function isRefusedUnread(refusal: RefusalKind | null): boolean {
  return isUnread(refusal) || refusal === 'request-id-reused';
}

const FINE_IS_ANOTHER: readonly (RefusalKind | null)[] = ['fine-changed', 'fine-none', 'fine-permanent'];

/**
 * Reads the fine again when the quote shown is out of date: the amount changed, it was paid meanwhile, or the ban became
 * permanent.
 */
function afterRefusal(bought: Purchase, refusal: RefusalKind | null): PurchaseEffect[] {
  const isToRead = bought.kind === 'fine' && FINE_IS_ANOTHER.includes(refusal);
  return isToRead ? [{ do: 'read-fine', displayId: bought.displayId }] : [];
}

/** Sends the same request id with the same content, so the server answers with the same order. */
function placeAgain(state: At<'placing'>): Next {
  const { attempt } = state;
  if (state.tries >= PLACE_TRIES_MAX) {
    // A wallet order pays nothing until the payer authorises it, whether or not the server has created it.
    if ('walletSheet' in attempt.card) return [troubleWith('lost'), { do: 'forget-request' }];
    return [{ at: 'unsure', requestId: attempt.requestId }];
  }
  const afterMs = PLACE_AGAIN_AFTER_MS * 2 ** (state.tries - 1);
  return [
    { ...state, tries: state.tries + 1 },
    { do: 'place', attempt, afterMs },
  ];
}

/** A wallet payment is authorised in its sheet, after the order has been created. */
function afterPlaced(
  { attempt, isSheetGone = false }: At<'placing'>,
  { orderId, answer }: Extract<PurchaseEvent, { type: 'placed' }>,
): Next {
  const hasSheet = 'walletSheet' in attempt.card;
  if (!hasSheet) return followAnswer(orderId, answer, 0);
  // The request was sent again and decided meanwhile: the payer has nothing left to agree to.
  if (answer.kind !== 'pending') return [...followAnswer(orderId, answer, 0), { do: 'close-sheet' }];
  if (!isSheetGone) return validate(orderId, attempt.purchase.payType, 1);
  return [
    troubleWith('cancelled'),
    { do: 'cancel', orderId },
    { do: 'order-decided', orderId, isPaid: false },
  ];
}

function askInPlacing({ attempt, isSheetGone = false }: At<'placing'>, question: RepeatQuestion): Next {
  const forget: PurchaseEffect = { do: 'forget-request' };
  if (!('walletSheet' in attempt.card)) return [{ at: 'same-again', question, attempt }, forget];
  if (isSheetGone) return [troubleWith('cancelled'), forget];
  return [{ at: 'same-again', question, attempt: null }, forget, { do: 'close-sheet' }];
}

/** The payer's yes continues the same payment: the card is sent unchanged, under a new request id. */
function inSameAgain(state: At<'same-again'>, event: PurchaseEvent): Next {
  const { attempt, question } = state;
  switch (event.type) {
    case 'again-confirmed': {
      // The checkout machine opens the wallet, inside the press.
      if (attempt === null) return [stop(null)];
      const { purchase: bought, requestId: _refused, ...paymentInput } = attempt;
      return [
        { at: 'tokenising', purchase: bought, isByWallet: false },
        { do: 'confirm-repeat', purchase: bought, repeatOf: question.repeatOf },
        { do: 'place-again', paymentInput },
      ];
    }
    case 'earlier-pressed':
      return question.order === null ? [state] : openOrder(question.order.orderId);
    case 'question-closed':
    case 'back-pressed':
      return [stop(null)];
    default:
      return [state];
  }
}

function inPlacing(state: At<'placing'>, event: PurchaseEvent): Next {
  switch (event.type) {
    case 'placed': {
      const [next, ...effects] = afterPlaced(state, event);
      return [next, { do: 'remember-order', orderId: event.orderId }, ...effects];
    }
    case 'sheet-cancelled':
      return [{ ...state, isSheetGone: true }];
    case 'place-refused':
      if (state.tries > 1 && isRefusedUnread(event.refusal)) return placeAgain(state);
      return [
        stop({ kind: 'refused', message: event.message, result: event.result }),
        { do: 'forget-request' },
        ...afterRefusal(state.attempt.purchase, event.refusal),
      ];
    case 'place-lost':
      return placeAgain(state);
    case 'repeat-asked':
      return askInPlacing(state, event.question);
    default:
      return [state];
  }
}

/** Only looks up the request and never sends it again: a check must not be able to charge. */
function inUnsure(state: At<'unsure'>, event: PurchaseEvent): Next {
  return event.type === 'check-again' ? findOrder(state.requestId, 1) : [state];
}

/** The wait grows with each try, as for placing an order. */
function findOrder(requestId: string, tries: number): NextAt<'finding'> {
  const afterMs = tries === 1 ? 0 : PLACE_AGAIN_AFTER_MS * 2 ** (tries - 2);
  return [
    { at: 'finding', requestId, tries },
    { do: 'resolve-request', requestId, afterMs },
  ];
}

/** Null when this device has no undecided order. */
function openUndecided({ orderId, pendingRequestId }: Undecided): NextAt<'opening' | 'finding'> | null {
  if (orderId !== null) return openOrder(orderId);
  return pendingRequestId === null ? null : findOrder(pendingRequestId, 1);
}

function inFinding(state: At<'finding'>, event: PurchaseEvent): Next {
  switch (event.type) {
    case 'request-resolved':
      if (event.orderId === null) return [stop({ kind: 'nothing-sent' }), { do: 'forget-request' }];
      return [
        { at: 'opening', orderId: event.orderId, tries: 0 },
        { do: 'remember-order', orderId: event.orderId },
        { do: 'read-order', orderId: event.orderId, afterMs: 0 },
      ];
    case 'resolve-lost':
      if (state.tries < PLACE_TRIES_MAX) return findOrder(state.requestId, state.tries + 1);
      return [{ at: 'unsure', requestId: state.requestId }];
    default:
      return [state];
  }
}

/** A late answer to an earlier order; every answer about an order carries its id. */
function isAboutAnotherOrder(state: PurchaseState, event: PurchaseEvent): boolean {
  if (!('orderId' in state)) return false;
  if (event.type === 'order-read') return event.order.orderId !== state.orderId;
  return 'orderId' in event && event.orderId !== state.orderId;
}

const STEPS: {
  readonly [Name in PurchaseState['at']]: (state: At<Name>, event: PurchaseEvent) => Next;
} = {
  tokenising: inTokenising,
  placing: inPlacing,
  'same-again': inSameAgain,
  'sheet-validating': inValidating,
  'sheet-button': inSheetButton,
  'sheet-ready': inSheetReady,
  'sheet-paying': inSheetPaying,
  'sheet-deciding': inSheetDeciding,
  'sheet-explaining': inSheetExplaining,
  unsure: inUnsure,
  finding: inFinding,
  opening: inOpening,
  missing: (state) => [state],
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
  'not-paid': (state) => [state],
  stopped: (state) => [state],
  left: (state) => [state],
};

/** States that Back and close leave at once, without a question: leaving the page stops no payment. */
const LEAVES: readonly PurchaseState['at'][] = [
  'unsure',
  'finding',
  'opening',
  'missing',
  'watching',
  'explaining',
];

/** A purchase from the card to the gems. Pure: side effects are returned as effects, in the order to run them. */
export function purchase(state: PurchaseState, event: PurchaseEvent): Next {
  if (isAboutAnotherOrder(state, event)) return [state];
  const isLeaving = event.type === 'back-pressed' || event.type === 'close-pressed';
  if (isLeaving && LEAVES.includes(state.at)) return [{ at: 'left' }];
  const step = STEPS[state.at] as (state: PurchaseState, event: PurchaseEvent) => Next;
  return step(state, event);
}
