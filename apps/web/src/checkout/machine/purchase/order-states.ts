import {
  isPaidBy,
  ORDER_RESULT_POLL_INTERVAL_MS,
  ORDER_RESULT_POLL_TRIES_MAX,
  type OrderId,
  type PayerOrderState,
  methodFor,
  providerOf,
  type GemPack,
  type PayType,
} from '@jawhara/domain';
import {
  confirm,
  followStatus,
  watch,
  askAboutToken,
  askStatus,
  checkAtBank,
  followAnswer,
  notPaid,
  openOrder,
  returned,
  type At,
  type NextAt,
} from './follow.ts';
import {
  SLOW_POLL_INTERVAL_MS,
  PLACE_AGAIN_AFTER_MS,
  PLACE_TRIES_MAX,
  READ_ORDER_AGAIN_AFTER_MS,
  READ_ORDER_AGAIN_MAX_MS,
} from './purchase-limits.ts';
import type { Next, PressedCheck, PurchaseEvent, PurchaseState, TriedProviders } from './purchase-state.ts';
import { otherCard } from './other-card.ts';

function soldThrough(channels: readonly PayType[], pack: GemPack | null): PayType[] {
  return channels.filter((payType) => pack === null || methodFor(pack, payType) !== null);
}

/** The best pay type whose provider was not tried for this order yet; null when all were tried. */
export function untriedChannel(
  channels: readonly PayType[],
  pack: GemPack | null,
  tried: TriedProviders,
): PayType | null {
  const isUntried = (payType: PayType): boolean => {
    const provider = providerOf(payType);
    return provider !== null && tried?.includes(provider) !== true;
  };
  return soldThrough(channels, pack).find(isUntried) ?? null;
}

/**
 * The pay type for another card of an open order: the best untried one, otherwise the best that the pack has, otherwise the
 * order's own.
 */
export function otherProviderChannel(
  channels: readonly PayType[],
  pack: GemPack | null,
  tried: TriedProviders,
  ofOrder: PayType,
): PayType {
  return untriedChannel(channels, pack, tried) ?? soldThrough(channels, pack)[0] ?? ofOrder;
}

/** The payment is undecided and the server allows another provider: the payer need not wait for the first provider. */
export function mayTryOtherProvider(state: PurchaseState): boolean {
  return state.at === 'watching' && state.triedProviders !== null;
}

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
      // The bank's check was passed in another window, or the provider has reported its result: this page need not show it any
      // more.
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

function cancel(orderId: OrderId): Next {
  return [
    { at: 'cancelling', orderId, polls: 0 },
    { do: 'cancel', orderId },
  ];
}

export function inOpening(state: At<'opening'>, event: PurchaseEvent): Next {
  const { orderId } = state;
  switch (event.type) {
    case 'order-read': {
      const { order } = event;
      // The wallet's sheet was closed with its page: the payer has not authorised the payment and cannot do so any more.
      if (order.state === 'created' && isPaidBy(order.payType, { walletSheet: true })) return cancel(orderId);
      if (order.state === 'awaiting-payer' && order.challenge !== null) {
        return checkAtBank(orderId, order.challenge, 0, true);
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
    default:
      return [state];
  }
}

export function inConfirming(state: At<'confirming'>, event: PurchaseEvent): Next {
  if (event.type === 'confirmed') return followAnswer(state.orderId, event.answer, state.polls + 1);
  if (event.type === 'confirm-lost') return confirmAgain(state);
  return [state];
}

/**
 * A proof (the result of the bank's check) exists only in this browser, so it is sent again. Without a proof the server gets the
 * result from the provider.
 */
function confirmAgain(state: At<'confirming'>): Next {
  const { orderId, proof, tries } = state;
  if (proof === null || tries >= PLACE_TRIES_MAX) return watch(orderId, state.polls + 1);
  return [
    { ...state, tries: tries + 1 },
    { do: 'confirm', orderId, proof, afterMs: PLACE_AGAIN_AFTER_MS * 2 ** (tries - 1) },
  ];
}

export function inCancelling(state: At<'cancelling'>, event: PurchaseEvent): Next {
  if (event.type === 'cancelled') return notPaid(state.orderId, { kind: 'cancelled' });
  // Too late to cancel, or the request was lost: the order's status decides.
  if (event.type === 'cancel-refused') return watch(state.orderId, state.polls + 1);
  return [state];
}

/** The status check that the payer pressed, with its answer if the poll that it started has been answered. */
function checkAfter(
  { polls, check }: At<'watching'>,
  answer: PressedCheck['answer'],
): PressedCheck | undefined {
  return check?.turn === polls ? { ...check, answer } : check;
}

function watchOn([next, ...effects]: NextAt<'watching'>, check: PressedCheck | undefined): Next {
  return check === undefined ? [next, ...effects] : [{ ...next, check }, ...effects];
}

export function inWatching(state: At<'watching'>, event: PurchaseEvent): Next {
  const { orderId } = state;
  const polls = state.polls + 1;
  switch (event.type) {
    case 'status-read':
      if (event.turn !== state.polls) return [state];
      return (
        followStatus(orderId, event.status, polls) ??
        watchOn(watch(orderId, polls, event.status.triedProviders), checkAfter(state, 'nothing-new'))
      );
    case 'status-lost':
      if (event.turn !== state.polls) return [state];
      return watchOn(watch(orderId, polls, state.triedProviders), checkAfter(state, 'failed'));
    case 'check-again':
      // Polls at once; a late answer to an earlier poll is ignored.
      return [{ ...state, polls, check: { turn: polls, answer: 'awaited' } }, askStatus(orderId, polls, 0)];
    case 'other-provider-pressed':
      return mayTryOtherProvider(state) ? [otherCard(state)] : [state];
    // The wallet's sheet and its token are gone, so no further payment will start. The order shows whether the token has arrived.
    case 'wallet-lost':
    case 'wallet-refused':
      return openOrder(orderId);
    case 'repeat-asked':
      return askAboutToken(orderId, event.question);
    default:
      return [state];
  }
}

export function inExplaining(state: At<'explaining'>, event: PurchaseEvent): Next {
  const { orderId, outcome } = state;
  switch (event.type) {
    case 'failure-read':
      if (event.turn !== state.polls) return [state];
      return notPaid(orderId, { kind: 'refused', ...event.failure });
    case 'failure-lost': {
      if (event.turn !== state.polls) return [state];
      const polls = state.polls + 1;
      if (polls >= ORDER_RESULT_POLL_TRIES_MAX)
        return notPaid(orderId, { kind: 'refused', outcome, code: null, reason: null });
      return [
        { ...state, polls },
        { do: 'ask-failure', orderId, turn: polls, afterMs: ORDER_RESULT_POLL_INTERVAL_MS },
      ];
    }
    default:
      return [state];
  }
}

/** awaited: the gems may still arrive. returned: the money went back, before or after the gems arrived. */
const AFTER_PAID = {
  paid: 'awaited',
  delivered: 'awaited',
  refunded: 'returned',
  'charged-back': 'returned',
  // A paid order never returns to these states: such an answer is older than the previous answer.
  created: 'awaited',
  'awaiting-payer': 'awaited',
  pending: 'awaited',
  refused: 'awaited',
  cancelled: 'awaited',
  expired: 'awaited',
} as const satisfies Record<PayerOrderState, 'awaited' | 'returned'>;

/** Paid, and polled until the gems have arrived or the money was returned. */
export function inPaid(state: At<'paid'>, event: PurchaseEvent): Next {
  const isAnswer = event.type === 'status-read' || event.type === 'status-lost';
  if (!isAnswer || event.turn !== state.polls || state.creditedAt !== null) return [state];
  const polls = state.polls + 1;
  if (event.type === 'status-lost') return [{ ...state, polls }, askStatus(state.orderId, polls)];
  const { status } = event;
  if (AFTER_PAID[status.state] === 'returned') return returned(state.orderId, status);
  const { creditedAt } = status;
  if (creditedAt !== null) return [{ ...state, polls, creditedAt }];
  return [{ ...state, polls }, askStatus(state.orderId, polls)];
}
