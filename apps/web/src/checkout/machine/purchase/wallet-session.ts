import {
  isEmbeddedWallet,
  ORDER_RESULT_POLL_INTERVAL_MS,
  ORDER_RESULT_POLL_TRIES_MAX,
  type OrderId,
  type PayType,
} from '@jawhara/domain';
import {
  askStatus,
  askAboutToken,
  explain,
  followAnswer,
  followStatus,
  notPaid,
  openOrder,
  stop,
  watch,
  type At,
} from './follow.ts';
import { PLACE_AGAIN_AFTER_MS, PLACE_TRIES_MAX, WALLET_SESSION_TRIES_MAX } from './purchase-limits.ts';
import type { Next, PurchaseEffect, PurchaseEvent, PurchaseState, WalletTrouble } from './purchase-state.ts';

/**
 * The result that the sheet shows before it closes. An undecided payment is shown as success, because the payer has
 * authorised it.
 */
const GOOD: PurchaseEffect = { do: 'complete-sheet', isGood: true };
const BAD: PurchaseEffect = { do: 'complete-sheet', isGood: false };

export function troubleWith(why: WalletTrouble): PurchaseState {
  return stop({ kind: 'wallet', why });
}

/** The payer authorised nothing, so nothing can be charged: the order is cancelled, and the payer is back on the step. */
function giveUp(orderId: OrderId, why: WalletTrouble): Next {
  return [
    troubleWith(why),
    { do: 'close-sheet' },
    { do: 'cancel', orderId },
    { do: 'order-decided', orderId, isPaid: false },
  ];
}

/** The order exists: the wallet needs a session before the payer can authorise. */
export function validate(orderId: OrderId, payType: PayType, tries: number): Next {
  return [
    { at: 'sheet-validating', orderId, payType, tries },
    { do: 'open-session', orderId },
  ];
}

export function inValidating(state: At<'sheet-validating'>, event: PurchaseEvent): Next {
  const { orderId, payType, tries } = state;
  switch (event.type) {
    case 'session-opened': {
      const open: PurchaseEffect = { do: 'complete-validation', sessionJson: event.sessionJson };
      if (!isEmbeddedWallet(payType)) return [{ at: 'sheet-ready', orderId }, open];
      return [{ at: 'sheet-button', orderId }, open, { do: 'time-button', orderId }];
    }
    case 'session-lost':
      return tries < WALLET_SESSION_TRIES_MAX
        ? validate(orderId, payType, tries + 1)
        : giveUp(orderId, 'session');
    case 'sheet-cancelled':
      return giveUp(orderId, 'cancelled');
    default:
      return [state];
  }
}

/** The button must be pressed within a time limit. Once it is pressed there is none, as in every sheet. */
export function inSheetButton(state: At<'sheet-button'>, event: PurchaseEvent): Next {
  const { orderId } = state;
  switch (event.type) {
    case 'button-pressed':
      return [{ at: 'sheet-ready', orderId }];
    case 'button-timed-out':
      return giveUp(orderId, 'lost');
    case 'sheet-cancelled':
      return giveUp(orderId, 'cancelled');
    case 'sheet-failed':
      return giveUp(orderId, 'session');
    default:
      return [state];
  }
}

export function inSheetReady(state: At<'sheet-ready'>, event: PurchaseEvent): Next {
  const { orderId } = state;
  if (event.type === 'sheet-cancelled') return giveUp(orderId, 'cancelled');
  if (event.type === 'sheet-failed') return giveUp(orderId, 'not-sent');
  if (event.type !== 'sheet-authorised') return [state];
  const { token } = event;
  return [
    { at: 'sheet-paying', orderId, token, tries: 1 },
    { do: 'verify', orderId, token, afterMs: 0 },
    { do: 'time-sheet', orderId },
  ];
}

function decide(polled: Omit<At<'sheet-deciding'>, 'at'>): Next {
  return [{ ...polled, at: 'sheet-deciding' }, askStatus(polled.orderId, polled.polls)];
}

/** The sheet shows success and closes, and the page continues to poll. */
function goOnWithout([next, ...effects]: Next): Next {
  return [next, ...effects, GOOD];
}

/**
 * The payment was decided while the sheet is open. The sheet gets the result last, when the page behind it already
 * shows it.
 */
function tellSheet([next, ...effects]: Next): Next {
  switch (next.at) {
    case 'paid':
      return [next, ...effects, GOOD];
    case 'explaining':
      return [{ ...next, at: 'sheet-explaining' }, ...effects];
    default:
      return [next, ...effects, BAD];
  }
}

/** Always the same token: the server starts one payment for the first request and answers the others with its result. */
function verifyAgain(state: At<'sheet-paying'>): Next {
  const { orderId, token, tries } = state;
  if (tries >= PLACE_TRIES_MAX) return decide({ orderId, polls: 0, isUnsure: true });
  return [
    { ...state, tries: tries + 1 },
    { do: 'verify', orderId, token, afterMs: PLACE_AGAIN_AFTER_MS * 2 ** (tries - 1) },
  ];
}

export function inSheetPaying(state: At<'sheet-paying'>, event: PurchaseEvent): Next {
  const { orderId } = state;
  switch (event.type) {
    case 'wallet-paid':
      if (event.answer.kind === 'pending') return decide({ orderId, polls: 0 });
      return tellSheet(followAnswer(orderId, event.answer, 0));
    case 'wallet-refused':
      // A repeated request may be refused because an earlier one was accepted: then the order's status decides. Only a
      // refused first request is final.
      if (state.tries > 1) return decide({ orderId, polls: 0, isUnsure: true });
      return [
        troubleWith('not-sent'),
        BAD,
        { do: 'cancel', orderId },
        { do: 'order-decided', orderId, isPaid: false },
      ];
    case 'repeat-asked':
      return askAboutToken(orderId, event.question);
    case 'wallet-lost':
      return verifyAgain(state);
    case 'sheet-timed-out':
    case 'sheet-cancelled':
      return goOnWithout(watch(orderId, 0));
    default:
      return [state];
  }
}

export function inSheetDeciding(state: At<'sheet-deciding'>, event: PurchaseEvent): Next {
  const { orderId, isUnsure = false } = state;
  const polls = state.polls + 1;
  switch (event.type) {
    case 'status-read': {
      if (event.turn !== state.polls) return [state];
      const decided = followStatus(orderId, event.status, polls);
      return decided === null ? decide({ ...state, polls }) : tellSheet(decided);
    }
    case 'status-lost':
      return event.turn === state.polls ? decide({ ...state, polls }) : [state];
    case 'sheet-timed-out':
    case 'sheet-cancelled':
      return goOnWithout(isUnsure ? openOrder(orderId) : watch(orderId, polls));
    default:
      return [state];
  }
}

export function inSheetExplaining(state: At<'sheet-explaining'>, event: PurchaseEvent): Next {
  const { orderId, outcome } = state;
  const polls = state.polls + 1;
  switch (event.type) {
    case 'failure-read':
      if (event.turn !== state.polls) return [state];
      return tellSheet(notPaid(orderId, { kind: 'refused', ...event.failure }));
    case 'failure-lost':
      if (event.turn !== state.polls) return [state];
      if (polls >= ORDER_RESULT_POLL_TRIES_MAX)
        return tellSheet(notPaid(orderId, { kind: 'refused', outcome, code: null, reason: null }));
      return [
        { ...state, polls },
        { do: 'ask-failure', orderId, turn: polls, afterMs: ORDER_RESULT_POLL_INTERVAL_MS },
      ];
    case 'sheet-timed-out':
    case 'sheet-cancelled': {
      const [next, ...effects] = explain(orderId, polls, outcome);
      return [next, ...effects, BAD];
    }
    default:
      return [state];
  }
}
