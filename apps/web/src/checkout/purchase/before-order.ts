import type { RefusalKind } from '@jawhara/contract';
import { PLACE_AGAIN_AFTER_MS, PLACE_TRIES_MAX } from './purchase-limits.ts';
import { cardEntry, followAnswer, LEAVE, type At } from './follow.ts';
import type { Next, PurchaseEvent, Undecided } from './purchase-state.ts';

export function inCardEntry(state: At<'card-entry'>, event: PurchaseEvent): Next {
  switch (event.type) {
    case 'confirm-pressed':
      return [{ at: 'tokenising', purchase: event.purchase }, { do: 'tokenise' }];
    case 'back-pressed':
      return [{ ...state, isLeaving: true }];
    case 'stay-pressed':
      return [{ ...state, isLeaving: false }];
    case 'give-up-pressed':
    case 'close-pressed':
      return LEAVE;
    default:
      return [state];
  }
}

export function inTokenising(state: At<'tokenising'>, event: PurchaseEvent): Next {
  if (event.type === 'tokenise-failed') return [cardEntry({ kind: 'card-not-read' })];
  if (event.type !== 'tokenised') return [state];
  // Another tab was quicker: its order is looked at before anything is paid again.
  const begunElsewhere = openUndecided(event.undecided);
  if (begunElsewhere !== null) return begunElsewhere;
  const attempt = { ...event.given, purchase: state.purchase, requestId: event.requestId };
  return [
    { at: 'placing', attempt, tries: 1 },
    { do: 'remember-request', requestId: event.requestId }, // on disk before the first byte leaves
    { do: 'place', attempt, afterMs: 0 },
  ];
}

/** Refused at the door, before anybody looked whether the first sending had arrived. */
function isRefusedUnread(refusal: RefusalKind | null): boolean {
  return refusal === 'too-many-tries' || refusal === 'request-id-reused';
}

/** The same request id with the same content: the server answers with the same order. */
function placeAgain(state: At<'placing'>): Next {
  const { attempt } = state;
  if (state.tries >= PLACE_TRIES_MAX) return [{ at: 'unsure', requestId: attempt.requestId }];
  const afterMs = PLACE_AGAIN_AFTER_MS * 2 ** (state.tries - 1);
  return [
    { ...state, tries: state.tries + 1 },
    { do: 'place', attempt, afterMs },
  ];
}

export function inPlacing(state: At<'placing'>, event: PurchaseEvent): Next {
  switch (event.type) {
    case 'placed': {
      const [next, ...effects] = followAnswer(event.orderId, event.answer, 0);
      return [next, { do: 'remember-order', orderId: event.orderId }, ...effects];
    }
    case 'place-refused':
      if (state.tries > 1 && isRefusedUnread(event.refusal)) return placeAgain(state);
      return [
        cardEntry({ kind: 'refused', message: event.message, result: event.result }),
        { do: 'forget-request' },
      ];
    case 'place-lost':
      return placeAgain(state);
    default:
      return [state];
  }
}

export function inUnsure(state: At<'unsure'>, event: PurchaseEvent): Next {
  switch (event.type) {
    case 'check-again':
      return findOrder(state.requestId, 1); // a question, never a sending: checking must not be able to charge
    case 'back-pressed':
    case 'close-pressed':
      return LEAVE;
    default:
      return [state];
  }
}

/** Waits longer from try to try, like a sending does. */
export function findOrder(requestId: string, tries: number): Next {
  const afterMs = tries === 1 ? 0 : PLACE_AGAIN_AFTER_MS * 2 ** (tries - 2);
  return [
    { at: 'finding', requestId, tries },
    { do: 'resolve-request', requestId, afterMs },
  ];
}

/** Null when this device has nothing under way. */
export function openUndecided({ orderId, pendingRequestId }: Undecided): Next | null {
  if (orderId !== null)
    return [
      { at: 'opening', orderId, tries: 0 },
      { do: 'read-order', orderId, afterMs: 0 },
    ];
  return pendingRequestId === null ? null : findOrder(pendingRequestId, 1);
}

export function inFinding(state: At<'finding'>, event: PurchaseEvent): Next {
  switch (event.type) {
    case 'request-resolved':
      if (event.orderId === null) return [cardEntry({ kind: 'nothing-sent' }), { do: 'forget-request' }];
      return [
        { at: 'opening', orderId: event.orderId, tries: 0 },
        { do: 'remember-order', orderId: event.orderId },
        { do: 'read-order', orderId: event.orderId, afterMs: 0 },
      ];
    case 'resolve-lost':
      if (state.tries < PLACE_TRIES_MAX) return findOrder(state.requestId, state.tries + 1);
      return [{ at: 'unsure', requestId: state.requestId }];
    case 'back-pressed':
    case 'close-pressed':
      return LEAVE;
    default:
      return [state];
  }
}
