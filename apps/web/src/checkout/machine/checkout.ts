import { methodFor, type PayType, type RepurchaseGroup, type SeenCard } from '@jawhara/domain';
import { openRecipientPanel } from './recipient-panel.ts';
import type {
  CardsRead,
  CheckoutAt,
  CheckoutEvent,
  CheckoutNext,
  CheckoutState,
  LastUsed,
  Offer,
} from './checkout-state.ts';
import { endPurchase, inEnded } from './ended-state.ts';
import { inStep, withoutDeletion } from './step-state.ts';
import { onCardsFailed, onCardsRead, onRecipientPanel, onGroupKnown, onOfferChanged } from './on-facts.ts';
import { channelMethod, confirmModeOf, firstSeen, packOfOrder } from './methods.ts';
import { onConfirm, pay } from './on-confirm.ts';
import { otherProviderChannel } from './purchase/order-states.ts';
import { openPurchase, purchase, type PurchaseEntry } from './purchase/purchase.ts';
import type { Next, PurchaseEvent } from './purchase/purchase-state.ts';
import { backOnStep, isOnStep, isUpdating, left, onStep, withoutPurchase } from './step-stack.ts';

/** Data available when the page opens; cards and the rest come with events. */
export interface CheckoutEntry {
  readonly offer: Offer;
  readonly last: LastUsed;
  readonly seen: readonly SeenCard[];
  readonly group: RepurchaseGroup;
  readonly withoutCvv: readonly PayType[];
  readonly hasRecipient: boolean;
  readonly hasHistory: boolean;
}

/** Starts at HOME, the first step, while the saved cards are still being read: the wallet and a new card can be used at once. */
export function beginCheckout(entry: CheckoutEntry): CheckoutNext {
  const { offer, last, seen, group, withoutCvv, hasRecipient, hasHistory } = entry;
  const cards: CardsRead = { kind: 'loading' };
  const known = { offer, last, cards, seen };
  return [
    onStep({
      ...known,
      lastSources: null,
      gone: null,
      group,
      withoutCvv,
      scene: 'normal',
      above: [],
      mode: confirmModeOf(known),
      method: firstSeen(known) ?? channelMethod(known),
      isPicked: false,
      recipient: openRecipientPanel({ hasRecipient, hasHistory }),
      stopped: null,
      cardNth: 1,
    }),
    { do: 'read-cards' },
  ];
}

function onCardDeleted(
  state: CheckoutState,
  event: Extract<CheckoutEvent, { type: 'card-deleted' }>,
): CheckoutNext {
  const isStill = !isOnStep(state) || isUpdating(state);
  const next = isStill ? state : onStep(state.checkout, { popup: withoutDeletion(state, event.fingerprint) });
  return [next, { do: 'read-cards' }];
}

function isAbout(state: CheckoutState, { orderId }: PurchaseEntry): boolean {
  if (orderId === null || (state.at !== 'purchasing' && state.at !== 'ended')) return false;
  return 'orderId' in state.purchase && state.purchase.orderId === orderId;
}

/** Opens the page that shows payments: on an order that was started, else on the current step. */
function onPageOpened(state: CheckoutState, entry: PurchaseEntry): CheckoutNext {
  // A payment by wallet starts on the page of packs. When the page that shows its result opens, the purchase continues unchanged.
  if (isAbout(state, entry)) return [state];
  const checkoutNow = { ...state.checkout, stopped: null };
  const started = openPurchase(entry);
  if (started === null) return [isOnStep(state) ? { ...state, checkout: checkoutNow } : onStep(checkoutNow)];
  const [first, ...effects] = started;
  return [{ at: 'purchasing', checkout: checkoutNow, use: null, purchase: first, order: null }, ...effects];
}

/** During a purchase, confirm has an effect only when the payer enters another card for the same order. */
function confirmOtherProvider(state: CheckoutAt<'purchasing'>): PurchaseEvent | null {
  const { checkout, order } = state;
  if (state.purchase.at !== 'other-card' || order === null) return null;
  const pack = packOfOrder(checkout.offer.packs, order);
  const { triedProviders } = state.purchase;
  const payType = otherProviderChannel(checkout.offer.cardChannels, pack, triedProviders, order.payType);
  const rechargeId = (pack && methodFor(pack, payType)?.rechargeId) ?? order.rechargeId;
  // A fine needs no pack.
  const isNothing = order.purpose === 'gems' && rechargeId === null;
  return isNothing ? null : { type: 'other-provider-confirmed', payType };
}

/**
 * Takes over the next state of the child machine. If the child machine has ended, a step, the page of packs or the result is
 * next.
 */
function follow(state: CheckoutAt<'purchasing'>, [next, ...effects]: Next): CheckoutNext {
  switch (next.at) {
    case 'stopped':
      return [backOnStep(state.checkout, next.problem), ...effects];
    case 'left':
      return [left(withoutPurchase(state.checkout)), ...effects];
    case 'paid':
    case 'not-paid': {
      const [ended, ...more] = endPurchase({ ...state, at: 'ended', purchase: next, end: null });
      return [ended, ...effects, ...more];
    }
    default:
      return [next === state.purchase ? state : { ...state, purchase: next }, ...effects];
  }
}

/**
 * [ORD-20] The payer pressed yes to buying the same again: within this press the sheet of the wallet opens again. Null for a
 * card, which was read from its fields before the payer was asked.
 */
function confirmRepeat(state: CheckoutAt<'purchasing'>): CheckoutNext | null {
  const { purchase: questioned, use, checkout } = state;
  if (questioned.at !== 'same-again' || questioned.attempt !== null || use?.kind !== 'wallet') return null;
  const [next, ...effects] = pay(checkout, use);
  if (next.at !== 'purchasing' || next.purchase.at !== 'tokenising') return [next, ...effects];
  const { repeatOf } = questioned.question;
  return [next, { do: 'confirm-repeat', purchase: next.purchase.purchase, repeatOf }, ...effects];
}

function inPurchasing(state: CheckoutAt<'purchasing'>, event: CheckoutEvent): CheckoutNext {
  switch (event.type) {
    case 'confirm-pressed': {
      const confirmed = confirmOtherProvider(state);
      return confirmed === null ? [state] : follow(state, purchase(state.purchase, confirmed));
    }
    case 'again-confirmed':
      return confirmRepeat(state) ?? follow(state, purchase(state.purchase, event));
    case 'step-named':
      return event.step === 'home' ? [onStep(withoutPurchase(state.checkout))] : [state];
    case 'page-closed':
      return [left(withoutPurchase(state.checkout))];
    case 'order-known': {
      const isOurs = 'orderId' in state.purchase && state.purchase.orderId === event.order.orderId;
      return isOurs && state.order !== event.order ? [{ ...state, order: event.order }] : [state];
    }
    case 'order-read':
      return follow({ ...state, order: event.order }, purchase(state.purchase, event));
    default:
      // The child machine ignores events that are not its own.
      return follow(state, purchase(state.purchase, event as PurchaseEvent));
  }
}

const STATES: {
  readonly [At in CheckoutState['at']]: (state: CheckoutAt<At>, event: CheckoutEvent) => CheckoutNext;
} = {
  choosing: inStep,
  entering: inStep,
  purchasing: inPurchasing,
  ended: inEnded,
  left: (state, event) => (event.type === 'step-named' ? inStep(onStep(state.checkout), event) : [state]),
};

/**
 * The checkout from HOME to the result and back. Pure: side effects are returned as effects, in the order to run them.
 * The child machine, purchase.ts, handles a single payment.
 */
export function checkout(state: CheckoutState, event: CheckoutEvent): CheckoutNext {
  switch (event.type) {
    case 'confirm-pressed':
      return isOnStep(state) ? onConfirm(state, event) : inState(state, event);
    case 'page-opened':
      return onPageOpened(state, event.entry);
    case 'cards-read':
      return onCardsRead(state, event.sources, event.now);
    case 'cards-failed':
      return onCardsFailed(state);
    case 'offer-changed':
      return onOfferChanged(state, event.offer, event.now);
    case 'group-known':
      return onGroupKnown(state, event.group);
    case 'card-deleted':
      return onCardDeleted(state, event);
    case 'recipient-known':
    case 'others-pressed':
    case 'other-id-pressed':
    case 'panel-closed':
      return onRecipientPanel(state, event);
    default:
      return inState(state, event);
  }
}

function inState(state: CheckoutState, event: CheckoutEvent): CheckoutNext {
  const step = STATES[state.at] as (state: CheckoutState, event: CheckoutEvent) => CheckoutNext;
  return step(state, event);
}
