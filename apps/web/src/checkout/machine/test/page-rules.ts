import type { PayerOrderState } from '@jawhara/domain';
import { checkout } from '../checkout.ts';
import type { CheckoutEvent, CheckoutState } from '../checkout-state.ts';
import type { Ending } from '../purchase/purchase-state.ts';
import { PRESSES } from './payer-acts.ts';
import type { PlayedPage } from './played-page.ts';
import { isMoneyAtStake, type PlayedShop } from './played-shop.ts';

/**
 * The order states that each ending may stand for. The server also reports an order as refused if it was cancelled, or
 * refunded before its delivery.
 */
const CLAIMS: Record<Ending['kind'] | 'paid', readonly PayerOrderState[]> = {
  paid: ['paid', 'delivered'],
  refused: ['refused', 'cancelled', 'expired', 'refunded', 'charged-back'],
  cancelled: ['cancelled'],
  expired: ['expired'],
  returned: ['refunded', 'charged-back'],
};

function faultOfResult(shop: PlayedShop, next: CheckoutState): string | null {
  if (next.at !== 'ended') return null;
  const { purchase } = next;
  const claim = purchase.at === 'paid' ? 'paid' : purchase.ending.kind;
  const { states } = shop.find(purchase.orderId);
  return states.some((state) => CLAIMS[claim].includes(state))
    ? null
    : `${claim} is shown of an order that never was`;
}

/** If the page is back on a step and says that nothing was sent, read or charged, this must be true. */
function faultOfStop(shop: PlayedShop, before: CheckoutState, next: CheckoutState): string | null {
  const { stopped } = next.checkout;
  if (before.at !== 'purchasing' || stopped === null || stopped === before.checkout.stopped) return null;
  const { purchase } = before;
  const requestId =
    'requestId' in purchase
      ? purchase.requestId
      : purchase.at === 'placing'
        ? purchase.attempt.requestId
        : null;
  const order = shop.orders.find(
    (one) => one.requestId === requestId || ('orderId' in purchase && one.orderId === purchase.orderId),
  );
  if (order !== undefined && isMoneyAtStake(order))
    return `${stopped.kind} is said while money is ${order.state}`;
  const isOpen = stopped.kind === 'nothing-sent' && requestId !== null && !shop.requests.has(requestId);
  return isOpen ? 'nothing was sent is said of a request that the server may still get' : null;
}

const RETURNED: readonly PayerOrderState[] = ['refunded', 'charged-back'];

/** A fault if the order on the screen is still shown as paid although the answer to its last poll is a refund or a dispute. */
function faultOfReturn(before: CheckoutState, event: CheckoutEvent, next: CheckoutState): string | null {
  if (event.type !== 'status-read' || !RETURNED.includes(event.status.state) || before.at === 'left')
    return null;
  if (before.at !== 'ended' || before.purchase.at !== 'paid' || before.purchase.creditedAt !== null)
    return null;
  const isAnswer = before.purchase.orderId === event.orderId && before.purchase.polls === event.turn;
  return isAnswer && next.at === 'ended' && next.purchase.at === 'paid'
    ? 'paid is shown after a refund'
    : null;
}

export function faultOfPage({ questioned }: PlayedShop, { counts }: PlayedPage): string | null {
  // Each press may request one card, and each card is sent under one request id. A request that was answered with the
  // repeat question does not count.
  if (counts.cardsSincePress > 1) return 'one press asked for two cards';
  if (counts.presses === 0 && counts.cardsSincePress > 0) return 'a card was asked for without a press';
  if (counts.updatesUnderWay > 1) return 'two new dates are under way at once';
  const placedUnder = (ids: ReadonlySet<string>): number =>
    [...ids].filter((id) => !questioned.has(id)).length;
  if ([...counts.requestsOfCard.values()].some((ids) => placedUnder(ids) > 1))
    return 'one card was sent under two request ids';
  if ([...counts.sendingsOfFurtherCard.values()].some((sendings) => sendings > 1))
    return 'a further card was sent twice';
  return null;
}

/** The rule that a single event breaks; null when it breaks none. */
export function faultOfStep(
  shop: PlayedShop,
  before: CheckoutState,
  event: CheckoutEvent,
  next: CheckoutState,
): string | null {
  return faultOfResult(shop, next) ?? faultOfStop(shop, before, next) ?? faultOfReturn(before, event, next);
}

/** States that wait for an answer: none of them may last once every call has been answered. */
const PASSES_BY_ITSELF: readonly string[] = [
  'tokenising',
  'placing',
  'sheet-validating',
  'sheet-paying',
  'sheet-deciding',
  'sheet-explaining',
  'finding',
  'opening',
  'confirming',
  'cancelling',
  'reading-other-card',
  'paying-again',
  'explaining',
];

/** Guards that wait for an answer, not for the payer. */
const HELD: readonly string[] = ['reading-orders', 'leaving-host', 'checking-fine', 'checking-card'];

const UNDECIDED_ONLY: readonly string[] = ['watching', 'bank-check', 'sent-away', 'other-card'];

/** The rule that a page breaks after every call has been answered and every wait is over; null when it breaks none. */
export function faultOfRest(shop: PlayedShop, page: PlayedPage, isAllDecided: boolean): string | null {
  const state = page.running.getState();
  const isLeadingOn = Object.values(PRESSES).some((event) => checkout(state, event)[0] !== state);
  const sheet = page.sheet();
  const guard = page.guards()?.getState().at ?? 'open';
  if (HELD.includes(guard)) return `a press is held for ever by ${guard}`;
  if (state.at === 'entering' && state.update !== null) return 'a new date is awaited for ever';
  if (state.at !== 'purchasing') {
    if (sheet !== null) return `a sheet lies over ${state.at}`;
    if (state.at === 'ended' && state.purchase.at === 'paid' && state.purchase.creditedAt === null) {
      const now = shop.find(state.purchase.orderId).state;
      if (now !== 'paid') return `paid is shown for ever of an order that is ${now}`;
    }
    return isLeadingOn ? null : `no way on from ${state.at}`;
  }
  const { at } = state.purchase;
  if (PASSES_BY_ITSELF.includes(at)) return `${at} for ever`;
  if (at.startsWith('sheet-') && sheet === null) return `${at} without a sheet`;
  if (isAllDecided && UNDECIDED_ONLY.includes(at)) return `${at} for ever, though the order is decided`;
  return isLeadingOn || at.startsWith('sheet-') ? null : `no way on from ${at}`;
}
