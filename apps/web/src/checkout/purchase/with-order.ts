import { ORDER_RESULT_POLL_INTERVAL_MS, ORDER_RESULT_POLL_TRIES_MAX } from '@jawhara/domain';
import {
  askStatus,
  cardEntry,
  checkAtBank,
  followAnswer,
  followStatus,
  LEAVE,
  notPaid,
  watch,
  type At,
} from './follow.ts';
import {
  READ_ORDER_AGAIN_AFTER_MS,
  READ_ORDER_AGAIN_MAX_MS,
  SLOW_POLL_INTERVAL_MS,
} from './purchase-limits.ts';
import type { Next, PurchaseEvent } from './purchase-state.ts';

export function inOpening(state: At<'opening'>, event: PurchaseEvent): Next {
  const { orderId } = state;
  switch (event.type) {
    case 'order-read': {
      const { order } = event;
      if (order.state === 'awaiting-payer' && order.challengeUrl !== null) {
        return checkAtBank(orderId, order.challengeUrl, 0);
      }
      return followStatus(orderId, order, 0) ?? watch(orderId, 0);
    }
    case 'order-missing':
      return [
        { at: 'missing', orderId },
        { do: 'order-decided', orderId, isPaid: false },
      ];
    case 'order-lost': {
      const afterMs = Math.min(READ_ORDER_AGAIN_AFTER_MS * 2 ** state.tries, READ_ORDER_AGAIN_MAX_MS);
      return [
        { ...state, tries: state.tries + 1 },
        { do: 'read-order', orderId, afterMs },
      ];
    }
    case 'back-pressed':
    case 'close-pressed':
      return LEAVE;
    default:
      return [state];
  }
}

export function inMissing(state: At<'missing'>, event: PurchaseEvent): Next {
  return event.type === 'close-pressed' || event.type === 'back-pressed' ? LEAVE : [state];
}

export function inBankCheck(state: At<'bank-check'>, event: PurchaseEvent): Next {
  const { orderId, polls } = state;
  switch (event.type) {
    case 'bank-returned':
      return [
        { at: 'confirming', orderId, polls },
        { do: 'confirm', orderId },
      ];
    case 'bank-timed-out':
      return watch(orderId, polls + 1);
    case 'status-read': {
      if (event.turn !== polls) return [state];
      // Passed in another window or told by the provider: this page need not ask the payer any more.
      if (event.status.state === 'pending') return watch(orderId, polls + 1);
      return followStatus(orderId, event.status, polls + 1) ?? lookAgainAtBank(state);
    }
    case 'status-lost':
      return event.turn === polls ? lookAgainAtBank(state) : [state];
    case 'back-pressed':
      return [{ ...state, isLeaving: true }];
    case 'stay-pressed':
      return [{ ...state, isLeaving: false }];
    case 'give-up-pressed':
      return [
        { at: 'cancelling', orderId, polls },
        { do: 'cancel', orderId },
      ];
    default:
      return [state];
  }
}

function lookAgainAtBank(state: At<'bank-check'>): Next {
  const polls = state.polls + 1;
  return [
    { ...state, polls },
    { do: 'ask-status', orderId: state.orderId, turn: polls, afterMs: SLOW_POLL_INTERVAL_MS },
  ];
}

export function inConfirming(state: At<'confirming'>, event: PurchaseEvent): Next {
  if (event.type === 'confirmed') return followAnswer(state.orderId, event.answer, state.polls + 1);
  if (event.type === 'confirm-lost') return watch(state.orderId, state.polls + 1);
  return [state];
}

export function inCancelling(state: At<'cancelling'>, event: PurchaseEvent): Next {
  if (event.type === 'cancelled') return notPaid(state.orderId, { kind: 'cancelled' });
  // Too late to cancel, or nobody heard it: the order itself tells.
  if (event.type === 'cancel-refused') return watch(state.orderId, state.polls + 1);
  return [state];
}

export function inWatching(state: At<'watching'>, event: PurchaseEvent): Next {
  const { orderId } = state;
  const polls = state.polls + 1;
  switch (event.type) {
    case 'status-read':
      if (event.turn !== state.polls) return [state];
      return followStatus(orderId, event.status, polls) ?? watch(orderId, polls);
    case 'status-lost':
      return event.turn === state.polls ? watch(orderId, polls) : [state];
    case 'back-pressed':
    case 'close-pressed':
      return LEAVE;
    default:
      return [state];
  }
}

export function inExplaining(state: At<'explaining'>, event: PurchaseEvent): Next {
  const { orderId, outcome } = state;
  switch (event.type) {
    case 'failure-read':
      if (event.turn !== state.polls) return [state];
      return notPaid(orderId, { kind: 'refused', outcome: event.outcome, code: event.code });
    case 'failure-lost': {
      if (event.turn !== state.polls) return [state];
      const polls = state.polls + 1;
      if (polls >= ORDER_RESULT_POLL_TRIES_MAX)
        return notPaid(orderId, { kind: 'refused', outcome, code: null });
      return [
        { ...state, polls },
        { do: 'ask-failure', orderId, turn: polls, afterMs: ORDER_RESULT_POLL_INTERVAL_MS },
      ];
    }
    case 'back-pressed':
    case 'close-pressed':
      return LEAVE;
    default:
      return [state];
  }
}

export function inPaid(state: At<'paid'>, event: PurchaseEvent): Next {
  switch (event.type) {
    case 'status-read':
    case 'status-lost': {
      if (event.turn !== state.polls || state.creditedAt !== null) return [state];
      const polls = state.polls + 1;
      const creditedAt = event.type === 'status-read' ? event.status.creditedAt : null;
      if (creditedAt !== null) return [{ ...state, polls, creditedAt }];
      return [{ ...state, polls }, askStatus(state.orderId, polls)];
    }
    case 'retry-pressed':
      return [cardEntry()];
    case 'back-pressed':
    case 'close-pressed':
      return LEAVE;
    default:
      return [state];
  }
}

export function inNotPaid(state: At<'not-paid'>, event: PurchaseEvent): Next {
  switch (event.type) {
    case 'retry-pressed':
      return [cardEntry()];
    case 'refresh-pressed':
      return [state, { do: 'reload' }];
    case 'back-pressed':
    case 'close-pressed':
      return LEAVE;
    default:
      return [state];
  }
}
