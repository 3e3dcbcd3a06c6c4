import { OUTCOMES, type RefusalOutcome, type SavedCard } from '@jawhara/domain';
import { beginCheckout, checkout as nextOf, type CheckoutEntry } from '../checkout.ts';
import type {
  Checkout,
  CheckoutAt,
  CheckoutEvent,
  CheckoutNext,
  CheckoutState,
  OnStep,
  PayStep,
} from '../checkout-state.ts';
import type { PurchaseEvent, PurchaseState } from '../purchase/purchase-state.ts';
import { EVENTS, FRESH, ORDER, order, status } from '../purchase/test/purchase-samples.ts';
import type { NamedStep } from '../step-names.ts';
import {
  BACK,
  BLANK,
  CARDS,
  cardsRead,
  CHOOSE_WALLET,
  chooseCard,
  chooseNewCard,
  confirm,
  FILLED,
  GIVE_UP,
  NOW,
  OTHER_CARD,
  OTHER_WALLET,
  press,
} from './checkout-samples.ts';

export interface WalkSetup {
  readonly cards: readonly SavedCard[];
  readonly entry: CheckoutEntry;
  /**
   * True: states that differ only in their scene are walked separately. The machine does not depend on the scene, so
   * most setups need no such states.
   */
  readonly hasScenes: boolean;
  /**
   * True: every state of the purchase is walked. False: only its shortest paths, because a purchase does not depend on
   * cards and methods.
   */
  readonly hasWholePurchase: boolean;
}

const PRESSES: readonly CheckoutEvent[] = [
  // The date that valid cards have already: an updated card then equals one of those and adds no new state.
  confirm({ ...FILLED, expiry: '12/30' }),
  confirm(BLANK),
  CHOOSE_WALLET,
  chooseNewCard(23),
  OTHER_CARD,
  OTHER_WALLET,
  BACK,
  GIVE_UP,
  { type: 'stay-pressed' },
  { type: 'popup-closed' },
  { type: 'all-cards-pressed' },
  { type: 'new-card-pressed' },
  { type: 'delete-confirmed' },
  press('repeat-same-amount'),
  press('retry-other-amount'),
  press('retry'),
  press('update-and-pay'),
  press('refresh'),
  press('understood'),
  press('close'),
  { type: 'pay-again-pressed', now: NOW },
  { type: 'frame-opened' },
];

const WORLD: readonly CheckoutEvent[] = [
  { type: 'cards-failed' },
  { type: 'expiry-updated' },
  { type: 'update-failed' },
  { type: 'close-pressed' },
  { type: 'page-closed' },
  { type: 'page-opened', entry: FRESH },
  { type: 'page-opened', entry: { ...FRESH, orderId: ORDER } },
  { type: 'used-card-read', used: { kind: 'unsaved' } },
];

/** The presses that concern a single card. */
function aboutCard(card: SavedCard): CheckoutEvent[] {
  return [
    chooseCard(card),
    { type: 'update-pressed', sourceId: card.sourceId },
    { type: 'delete-pressed', sourceId: card.sourceId },
  ];
}

/** The answer to a deletion may arrive at any time, about the card on the screen or about another. */
function aboutDeletion(card: SavedCard): CheckoutEvent[] {
  return [
    { type: 'card-deleted', fingerprint: card.fingerprint },
    { type: 'delete-failed', fingerprint: card.fingerprint },
  ];
}

const ANSWERS = [
  { kind: 'paid' },
  { kind: 'pending' },
  { kind: 'refused', outcome: 'balance' },
  { kind: 'challenge', way: 'frame', url: 'https://bank' },
  { kind: 'challenge', way: 'page', url: 'https://provider' },
] as const;

const REFUSALS = OUTCOMES.filter((one) => one !== 'success' && one !== 'fail') as RefusalOutcome[];

/** Events from outside that a purchase may receive in any state. */
const SAID: readonly PurchaseEvent[] = [
  ...Object.values(EVENTS).filter(({ type }) => type !== 'placed' && type !== 'failure-read'),
  { ...EVENTS.tokenised, paymentInput: { card: { walletSheet: true } } },
  { ...EVENTS['wallet-paid'], answer: { kind: 'pending' } },
  { ...EVENTS['wallet-paid'], answer: { kind: 'refused', outcome: 'balance' } },
  ...ANSWERS.map((answer) => ({ ...EVENTS.placed, answer })),
  ...REFUSALS.map((outcome) => ({
    ...EVENTS['failure-read'],
    failure: { outcome, code: null, reason: null },
  })),
  { ...EVENTS.tokenised, undecided: { orderId: ORDER, pendingRequestId: null } },
  { ...EVENTS['request-resolved'], orderId: null },
  { ...EVENTS['status-read'], status: status('pending') },
  { ...EVENTS['status-read'], status: status('refused') },
  { ...EVENTS['order-read'], order: order('delivered') },
];

const SHORTEST: readonly PurchaseEvent['type'][] = [
  'tokenised',
  'tokenise-failed',
  'placed',
  'place-refused',
  'failure-read',
  'status-read',
  'order-read',
];

/** The events that lead to a result, to no order, or away from an undecided order. */
const SAID_SHORTLY = SAID.filter((event) => {
  if (event.type === 'placed') return event.answer.kind !== 'challenge';
  if (event.type === 'tokenised')
    return event.undecided.orderId === null && !('walletSheet' in event.paymentInput.card);
  return SHORTEST.includes(event.type);
});

/** Answers carry the number of the last request. */
function saidTo(
  { purchase, use }: CheckoutAt<'purchasing' | 'ended'>,
  said: readonly PurchaseEvent[],
): CheckoutEvent[] {
  const turn = 'polls' in purchase ? purchase.polls : 0;
  const known: CheckoutEvent = {
    type: 'order-known',
    order: { ...order('pending'), payType: use?.payType ?? 23 },
  };
  return [...said.map((event) => ('turn' in event ? { ...event, turn } : event)), known];
}

/** A page may be opened at any step, by a link or a reload, whatever the steps were doing. */
function namedSteps([card]: readonly SavedCard[]): CheckoutEvent[] {
  const steps: readonly NamedStep[] = ['home', 'pay', 'cvv', 'modify-expiry'];
  return steps.map((step) => ({ type: 'step-named', step, sourceId: card?.sourceId ?? null, now: NOW }));
}

function eventsOf({ cards }: WalkSetup): CheckoutEvent[] {
  // A payer without a saved card may have one after a payment.
  const remembered: CheckoutEvent[] =
    cards.length === 0
      ? [{ type: 'used-card-read', used: { kind: 'saved', card: CARDS.unremembered13 } }]
      : [];
  return [
    ...PRESSES,
    ...WORLD,
    ...namedSteps(cards),
    ...remembered,
    ...cards.flatMap(aboutCard),
    ...cards.slice(0, 1).flatMap(aboutDeletion),
    cardsRead(...cards),
    cardsRead(...cards.slice(1)),
  ];
}

const cardKey = (card: SavedCard): string =>
  `${card.sourceId}${card.isRemembered ? '' : '?'}${card.expiry}${card.isExpiredByBank ? '!' : ''}`;

export function methodKey(method: Checkout['method']): string {
  if (method === null) return '';
  if (method.kind === 'saved-card') return cardKey(method.card);
  return method.kind === 'new-card' ? `${method.kind}${method.payType}` : method.kind;
}

/** A short key for the cards, without anything that never changes: millions of these keys are compared. */
function knownKey({ cards, offer, last, method }: Checkout): string {
  const read = cards.kind === 'ready' ? cards.cards.map(cardKey).toSorted().join() : cards.kind;
  return `${read}|${offer.pack?.priceUsdCents}|${last.card}|${last.payType}|${methodKey(method)}`;
}

function stepKey(step: PayStep): string {
  const card = 'card' in step ? cardKey(step.card) : '';
  if (step.at === 'new-card') return `${step.at}${step.payType}`;
  return step.at === 'modify-expiry' ? `${step.at}${card}${step.isPaidAfter}` : `${step.at}${card}`;
}

function stackKey({ above, mode, isPicked }: Checkout): string {
  return `${above.map(stepKey).join('>')}|${mode}|${isPicked}`;
}

/** The number of polls makes no difference to the state; the number of sent requests does. */
function purchaseKey(purchase: PurchaseState): string {
  const { at } = purchase;
  const tries = 'tries' in purchase && at !== 'opening' && at !== 'confirming' ? purchase.tries : '';
  const sheet = at === 'placing' && [purchase.isSheetGone, 'walletSheet' in purchase.attempt.card].join();
  const leaving = 'isLeaving' in purchase && purchase.isLeaving;
  const here = at === 'sent-away' && purchase.isHere;
  const others = 'triedProviders' in purchase && purchase.triedProviders === null;
  const outcome = at === 'explaining' || at === 'sheet-explaining' ? purchase.outcome : '';
  const credited = at === 'paid' && purchase.creditedAt !== null;
  return [at, tries, sheet, leaving, here, others, outcome, credited].join();
}

function popupKey(state: OnStep): string {
  const { popup, problem } = state;
  const card = popup !== null && 'card' in popup ? cardKey(popup.card) : '';
  const isDeleting = popup?.kind === 'delete-card' && popup.isDeleting;
  return `${popup?.kind}|${card}|${isDeleting}|${problem}`;
}

export function keyOf(state: CheckoutState, hasScenes: boolean): string {
  const { checkout } = state;
  const key = `${state.at}|${knownKey(checkout)}`;
  const where = `${key}|${stackKey(checkout)}|${hasScenes ? checkout.scene : ''}`;
  switch (state.at) {
    case 'ended': {
      // Every event after a result clears the steps below, so they make no difference.
      const { end, purchase } = state;
      if (end === null) return [key, purchaseKey(purchase), JSON.stringify(state.use)].join('|');
      const usedKey = end.used.kind === 'saved' ? cardKey(end.used.card) : end.used.kind;
      return [key, purchaseKey(purchase), end.outcome, end.payType, usedKey, end.smallerPack === null].join(
        '|',
      );
    }
    case 'purchasing': {
      const { purchase, use } = state;
      // With an order the purchase ends at HOME or in a result, so the steps below make no difference either.
      const from = 'orderId' in purchase ? `${key}|${state.order === null}` : where;
      return [from, purchaseKey(purchase), JSON.stringify(use)].join('|');
    }
    case 'left':
      return where;
    case 'entering': {
      const { update } = state;
      if (update === null) return `${where}|${popupKey(state)}`;
      return [where, cardKey(update.card), update.expiry, update.isPaidAfter].join('|');
    }
    default:
      return `${where}|${popupKey(state)}`;
  }
}

export interface Move {
  readonly from: CheckoutState;
  readonly event: CheckoutEvent;
  readonly next: CheckoutNext;
}

/** Copies a list of cards, because the machine ignores a list that it has already received. */
const anew = (event: CheckoutEvent): CheckoutEvent =>
  event.type === 'cards-read' ? { ...event, sources: [...event.sources] } : event;

/** Several times the number of states walked. More states mean that some part of the state grows with every press. */
const STATES_MAX = 150_000;

/** Every state that can be reached at all, breadth first, and every move from each. */
export function walkCheckout(setup: WalkSetup, onMove: (move: Move) => void): readonly CheckoutState[] {
  const events = eventsOf(setup);
  const said = setup.hasWholePurchase ? SAID : SAID_SHORTLY;
  const [first] = beginCheckout(setup.entry);
  const states: CheckoutState[] = [first];
  const seen = new Set([keyOf(first, setup.hasScenes)]);
  for (const from of states) {
    const hasPurchase = from.at === 'purchasing' || from.at === 'ended';
    for (const event of hasPurchase ? [...events, ...saidTo(from, said)] : events) {
      const next = nextOf(from, anew(event));
      onMove({ from, event, next });
      if (next[0] === from) continue;
      const key = keyOf(next[0], setup.hasScenes);
      if (seen.has(key)) continue;
      seen.add(key);
      if (states.push(next[0]) > STATES_MAX) throw new Error(`the states never end: ${key}`);
    }
  }
  return states;
}
