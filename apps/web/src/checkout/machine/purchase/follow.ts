import type { OrderStatus, RepeatQuestion } from '@jawhara/contract';
import {
  isUndecided,
  ORDER_RESULT_POLL_INTERVAL_MS,
  ORDER_RESULT_POLL_TRIES_MAX,
  type Challenge,
  type OrderId,
  type PayAnswer,
  type PayerProof,
  type RefusalOutcome,
} from '@jawhara/domain';
import { SLOW_POLL_INTERVAL_MS } from './purchase-limits.ts';
import type {
  Ending,
  EntryProblem,
  Next,
  PurchaseEffect,
  PurchaseState,
  ShownChallenge,
  TriedProviders,
} from './purchase-state.ts';

export type At<Name extends PurchaseState['at']> = Extract<PurchaseState, { at: Name }>;

/** A transition whose next state is known. */
export type NextAt<Name extends PurchaseState['at']> = readonly [At<Name>, ...PurchaseEffect[]];

export function stop(problem: EntryProblem | null): PurchaseState {
  return { at: 'stopped', problem };
}

/** The order's result and the reason of its failure share one number of tries; after the last try the page polls slowly. */
function pollDelayMs(polls: number): number {
  if (polls === 0) return 0;
  return polls < ORDER_RESULT_POLL_TRIES_MAX ? ORDER_RESULT_POLL_INTERVAL_MS : SLOW_POLL_INTERVAL_MS;
}

export function askStatus(
  orderId: OrderId,
  polls: number,
  afterMs: number = pollDelayMs(polls),
): PurchaseEffect {
  return { do: 'ask-status', orderId, turn: polls, afterMs };
}

export function watch(
  orderId: OrderId,
  polls: number,
  triedProviders: TriedProviders = null,
): NextAt<'watching'> {
  return [{ at: 'watching', orderId, polls, triedProviders }, askStatus(orderId, polls)];
}

/** Reads the order before anything else, like a page that was just opened. */
export function openOrder(orderId: OrderId): NextAt<'opening'> {
  return [
    { at: 'opening', orderId, tries: 0 },
    { do: 'read-order', orderId, afterMs: 0 },
  ];
}

/**
 * [ORD-20] The server found a repeated purchase and did not accept the wallet's token: the sheet closes, its order is cancelled
 * without a payment, and the payer is asked whether to buy the same again.
 */
export function askAboutToken(orderId: OrderId, question: RepeatQuestion): Next {
  return [
    { at: 'same-again', question, attempt: null },
    { do: 'close-sheet' },
    { do: 'cancel', orderId },
    { do: 'order-decided', orderId, isPaid: false },
  ];
}

export function confirm(orderId: OrderId, polls: number, proof: PayerProof | null): NextAt<'confirming'> {
  return [
    { at: 'confirming', orderId, polls, proof, tries: 1 },
    { do: 'confirm', orderId, proof, afterMs: 0 },
  ];
}

export function explain(orderId: OrderId, polls: number, outcome: RefusalOutcome): Next {
  return [
    { at: 'explaining', orderId, polls, outcome },
    { do: 'ask-failure', orderId, turn: polls, afterMs: 0 },
  ];
}

function paid(orderId: OrderId, polls: number, creditedAt: Date | null): Next {
  const decided: PurchaseEffect = { do: 'order-decided', orderId, isPaid: true };
  if (creditedAt !== null) return [{ at: 'paid', orderId, polls, creditedAt }, decided];
  return [{ at: 'paid', orderId, polls, creditedAt }, decided, askStatus(orderId, polls)];
}

export function notPaid(orderId: OrderId, ending: Ending): Next {
  return [
    { at: 'not-paid', orderId, ending },
    { do: 'order-decided', orderId, isPaid: false },
  ];
}

export function returned(orderId: OrderId, { creditedAt }: OrderStatus): Next {
  return notPaid(orderId, { kind: 'returned', wasDelivered: creditedAt !== null });
}

/** Polls slowly: this page also notices a check that was passed in the bank's own app or window. */
function lookAtBank(orderId: OrderId, polls: number): PurchaseEffect {
  return { do: 'ask-status', orderId, turn: polls, afterMs: SLOW_POLL_INTERVAL_MS };
}

/** `isHere`: the payer was redirected before and has come back, so the next redirect needs a press. */
export function checkAtBank(orderId: OrderId, challenge: Challenge, polls: number, isHere: boolean): Next {
  const look = lookAtBank(orderId, polls);
  if (challenge.way === 'page') {
    const { url } = challenge;
    const away: PurchaseState = { at: 'sent-away', orderId, url, polls, isHere, isLeaving: false };
    return isHere ? [away, look] : [away, { do: 'go-to', orderId, url }, look];
  }
  const shown: ShownChallenge =
    challenge.way === 'native'
      ? { way: 'native', action: challenge.action }
      : { way: 'frame', url: challenge.url };
  return [
    { at: 'bank-check', orderId, challenge: shown, polls, isLeaving: false },
    { do: 'time-bank-check', orderId },
    look,
  ];
}

/** The state that follows from the provider's answer. */
export function followAnswer(orderId: OrderId, answer: PayAnswer, polls: number): Next {
  if (answer.kind === 'paid') return paid(orderId, polls, null);
  if (answer.kind === 'challenge') return checkAtBank(orderId, answer, polls, false);
  return answer.kind === 'pending' ? watch(orderId, polls) : explain(orderId, polls, answer.outcome);
}

/** The state that follows from the server's status of an order; null while the payment is undecided. */
export function followStatus(orderId: OrderId, status: OrderStatus, polls: number): Next | null {
  if (isUndecided(status.state)) return null;
  switch (status.state) {
    case 'refused':
      return explain(orderId, polls, 'other');
    case 'cancelled':
    case 'expired':
      return notPaid(orderId, { kind: status.state });
    case 'refunded':
    case 'charged-back':
      return returned(orderId, status);
    default:
      return paid(orderId, polls, status.creditedAt);
  }
}
