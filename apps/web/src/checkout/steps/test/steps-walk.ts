import { OUTCOMES, type SavedCard } from '@jawhara/domain';
import { knownCards } from '../methods.ts';
import { beginSteps, paySteps, type StepsEntry } from '../pay-steps.ts';
import type { NamedStep } from '../step-names.ts';
import type { Checkout, PayStep, StepsEvent, StepsNext, StepsState, UsedCard } from '../steps-state.ts';
import {
  BACK,
  BLANK,
  CARDS,
  cardsRead,
  CHOOSE_WALLET,
  chooseCard,
  chooseNewCard,
  confirm,
  ended,
  FILLED,
  GIVE_UP,
  NOW,
  OTHER_CARD,
  press,
  SMALLER_PACK,
} from './steps-samples.ts';

export interface WalkSetup {
  readonly cards: readonly SavedCard[];
  readonly entry: StepsEntry;
  /** Nothing the machine does depends on the scene, so where it would only multiply the states it is not told apart. */
  readonly hasScenes: boolean;
}

const PRESSES: readonly StepsEvent[] = [
  // The date that valid cards have already: a card made good is then one of those, not a new one.
  confirm({ ...FILLED, expiry: '12/30' }),
  confirm(BLANK),
  CHOOSE_WALLET,
  chooseNewCard(23),
  OTHER_CARD,
  BACK,
  GIVE_UP,
  { type: 'stay-pressed' },
  { type: 'popup-closed' },
  { type: 'all-cards-pressed' },
  { type: 'new-card-pressed' },
  { type: 'delete-confirmed' },
  { type: 'remember-chosen', isRemembered: true },
  { type: 'remember-chosen', isRemembered: false },
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

const WORLD: readonly StepsEvent[] = [
  { type: 'cards-failed' },
  { type: 'expiry-updated' },
  { type: 'update-failed' },
  { type: 'pay-stopped' },
  { type: 'pay-left' },
  { type: 'used-card-read', used: { kind: 'unsaved' } },
];

/** What the payer can do about one card. */
function aboutCard(card: SavedCard): StepsEvent[] {
  return [
    chooseCard(card),
    { type: 'update-pressed', sourceId: card.sourceId },
    { type: 'delete-pressed', sourceId: card.sourceId },
  ];
}

/** A deletion is answered whenever it pleases, about the card on the screen or about another. */
function aboutDeletion(card: SavedCard): StepsEvent[] {
  return [
    { type: 'card-deleted', fingerprint: card.fingerprint },
    { type: 'delete-failed', fingerprint: card.fingerprint },
  ];
}

/** An order ends with the card that it was begun with. */
function usedIn(state: Extract<StepsState, { at: 'paying' }>): UsedCard[] {
  const { use, checkout } = state;
  if (use.kind === 'wallet') return [{ kind: 'wallet' }];
  if (use.kind === 'new-card') return [{ kind: 'unsaved' }, { kind: 'loading' }];
  return knownCards(checkout.cards)
    .filter(({ sourceId }) => sourceId === use.sourceId)
    .map((card) => ({ kind: 'saved', card }));
}

function endings(state: Extract<StepsState, { at: 'paying' }>): StepsEvent[] {
  return OUTCOMES.flatMap((outcome) =>
    usedIn(state).map((used) =>
      ended(outcome, used, {
        payType: state.use.payType,
        ...(outcome === 'balance' ? { smallerPack: SMALLER_PACK } : {}),
      }),
    ),
  );
}

/** A page may be opened at any step, by a link or a reload, whatever the steps were doing. */
function namedSteps([card]: readonly SavedCard[]): StepsEvent[] {
  const steps: readonly NamedStep[] = ['home', 'pay', 'cvv', 'modify-expiry'];
  return steps.map((step) => ({ type: 'step-named', step, sourceId: card?.sourceId ?? null, now: NOW }));
}

function eventsOf({ cards }: WalkSetup): StepsEvent[] {
  // Whoever has no card yet may get one by paying.
  const kept: StepsEvent[] =
    cards.length === 0
      ? [{ type: 'used-card-read', used: { kind: 'saved', card: CARDS.unremembered13 } }]
      : [];
  return [
    ...PRESSES,
    ...WORLD,
    ...namedSteps(cards),
    ...kept,
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

/** Cards by their few letters, and nothing that never changes: millions of these are compared. */
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

function popupKey(state: Extract<StepsState, { at: 'choosing' }>): string {
  const { popup, problem } = state;
  const card = popup !== null && 'card' in popup ? cardKey(popup.card) : '';
  const isDeleting = popup?.kind === 'delete-card' && popup.isDeleting;
  return `${popup?.kind}|${card}|${isDeleting}|${problem}`;
}

export function keyOf(state: StepsState, hasScenes: boolean): string {
  if (state.at === 'left') return 'left';
  const { checkout } = state;
  const key = `${state.at}|${knownKey(checkout)}`;
  if (state.at === 'ended') {
    // Every way on from a result begins on a clean stack: what lay below it makes no difference.
    const { outcome, payType, used, smallerPack, isRememberAnswered } = state.end;
    const usedKey = used.kind === 'saved' ? cardKey(used.card) : used.kind;
    return [key, outcome, payType, usedKey, smallerPack === null, isRememberAnswered].join('|');
  }
  const where = `${key}|${stackKey(checkout)}|${hasScenes ? checkout.scene : ''}`;
  if (state.at === 'updating') return [where, cardKey(state.card), state.expiry, state.isPaidAfter].join('|');
  if (state.at === 'paying') return `${where}|${JSON.stringify(state.use)}`;
  return `${where}|${popupKey(state)}`;
}

export interface Move {
  readonly from: StepsState;
  readonly event: StepsEvent;
  readonly next: StepsNext;
}

/** Every state that can be reached at all, breadth first, and every move from each. */
export function walkSteps(setup: WalkSetup, onMove: (move: Move) => void): readonly StepsState[] {
  const events = eventsOf(setup);
  const [first] = beginSteps(setup.entry);
  const states = [first];
  const seen = new Set([keyOf(first, setup.hasScenes)]);
  for (const from of states) {
    for (const event of from.at === 'paying' ? [...events, ...endings(from)] : events) {
      const next = paySteps(from, event);
      onMove({ from, event, next });
      if (next[0] === from) continue;
      const key = keyOf(next[0], setup.hasScenes);
      if (seen.has(key)) continue;
      seen.add(key);
      states.push(next[0]);
    }
  }
  return states;
}
