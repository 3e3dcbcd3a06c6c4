import { confirm, followStatus, watch, type At } from './follow.ts';
import { SLOW_POLL_INTERVAL_MS } from './purchase-limits.ts';
import type { Next, PurchaseEvent } from './purchase-state.ts';

type AtBank = At<'bank-check'> | At<'sent-away'>;

function lookAgain(state: AtBank): Next {
  const polls = state.polls + 1;
  return [
    { ...state, polls },
    { do: 'ask-status', orderId: state.orderId, turn: polls, afterMs: SLOW_POLL_INTERVAL_MS },
  ];
}

/** Events that both kinds of bank check share: the order is polled meanwhile, and the payer can give up. */
function whileChecked(state: AtBank, event: PurchaseEvent): Next {
  const { orderId, polls } = state;
  switch (event.type) {
    case 'status-read': {
      if (event.turn !== polls) return [state];
      // Passed in another window, or reported by the provider: this page need not ask the payer any more.
      if (event.status.state === 'pending') return watch(orderId, polls + 1);
      return followStatus(orderId, event.status, polls + 1) ?? lookAgain(state);
    }
    case 'status-lost':
      return event.turn === polls ? lookAgain(state) : [state];
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

export function inBankCheck(state: At<'bank-check'>, event: PurchaseEvent): Next {
  if (event.type === 'bank-returned') return confirm(state.orderId, state.polls, event.proof);
  if (event.type === 'bank-timed-out') return watch(state.orderId, state.polls + 1);
  return whileChecked(state, event);
}

/** The payer is redirected once. A payer who comes back without a result is asked first, never redirected again automatically. */
export function inSentAway(state: At<'sent-away'>, event: PurchaseEvent): Next {
  const { orderId, url } = state;
  if (event.type === 'still-here') return [{ ...state, isHere: true }];
  if (event.type !== 'go-on-pressed') return whileChecked(state, event);
  return [
    { ...state, isHere: false },
    { do: 'go-to', orderId, url },
  ];
}
