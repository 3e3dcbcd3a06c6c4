import { askStatus, followAnswer, followStatus, watch, type At } from './follow.ts';
import type { EntryProblem, Next, PurchaseEvent, PurchaseState } from './purchase-state.ts';

type OrderOnHold = At<'watching' | 'other-card' | 'reading-other-card' | 'paying-again'>;

export function otherCard(
  { orderId, polls, triedProviders }: OrderOnHold,
  problem: EntryProblem | null = null,
): PurchaseState {
  return { at: 'other-card', orderId, polls, triedProviders, problem };
}

/**
 * While another card is typed, the first payment is still polled. Once it is decided, no card is needed any more, and its result
 * is shown.
 */
function lookMeanwhile(
  state: At<'other-card' | 'reading-other-card'>,
  event: Extract<PurchaseEvent, { type: 'status-read' | 'status-lost' }>,
): Next {
  if (event.turn !== state.polls) return [state];
  const polls = state.polls + 1;
  const decided = event.type === 'status-read' ? followStatus(state.orderId, event.status, polls) : null;
  if (decided !== null) return decided;
  const triedProviders = event.type === 'status-read' ? event.status.triedProviders : state.triedProviders;
  // No other provider may be tried any more, so a card typed here could not be used.
  if (triedProviders === null && state.at === 'other-card') return watch(state.orderId, polls);
  return [{ ...state, polls, triedProviders }, askStatus(state.orderId, polls)];
}

export function inOtherCard(state: At<'other-card'>, event: PurchaseEvent): Next {
  switch (event.type) {
    case 'status-read':
    case 'status-lost':
      return lookMeanwhile(state, event);
    case 'other-provider-confirmed': {
      const { orderId, polls, triedProviders } = state;
      return [
        { at: 'reading-other-card', orderId, polls, triedProviders, payType: event.payType },
        { do: 'tokenise', from: { kind: 'other-provider' } },
      ];
    }
    case 'back-pressed':
    case 'close-pressed':
      return watch(state.orderId, state.polls + 1, state.triedProviders);
    default:
      return [state];
  }
}

export function inReadingOtherCard(state: At<'reading-other-card'>, event: PurchaseEvent): Next {
  const { orderId, polls, triedProviders, payType } = state;
  switch (event.type) {
    case 'status-read':
    case 'status-lost':
      return lookMeanwhile(state, event);
    case 'tokenise-failed':
      return [otherCard(state, { kind: 'card-not-read' })];
    case 'tokenised':
      return [
        { at: 'paying-again', orderId, polls, triedProviders },
        { do: 'pay-again', orderId, payType, paymentInput: event.paymentInput },
      ];
    default:
      return [state];
  }
}

/** The payment with the other card is sent once and never repeated: without an answer, the order's status shows the result. */
export function inPayingAgain(state: At<'paying-again'>, event: PurchaseEvent): Next {
  const polls = state.polls + 1;
  switch (event.type) {
    case 'paid-again':
      return followAnswer(state.orderId, event.answer, polls);
    case 'pay-again-lost':
      return watch(state.orderId, polls);
    case 'pay-again-refused': {
      const problem: EntryProblem = { kind: 'refused', message: event.message, result: event.result };
      return [otherCard({ ...state, polls }, problem), askStatus(state.orderId, polls)];
    }
    default:
      return [state];
  }
}
