import { payTypeOfSource, type SavedCard } from '@jawhara/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { checkout as nextOf } from './checkout.ts';
import type { Checkout, CheckoutEvent, CheckoutState, OnStep, PayStep } from './checkout-state.ts';
import { confirmLabel, isConfirmOpen } from './on-confirm.ts';
import { knownCards, methodRows, offeredChannels, recentCards } from './methods.ts';
import type { PurchaseState } from './purchase/purchase-state.ts';
import { E } from './purchase/test/purchase-samples.ts';
import { STEP_CONSTANTS } from './step-names.ts';
import { isOnStep, isUpdating, stepOf } from './step-stack.ts';
import { BACK, BLANK, CARDS, ENTRY, GIVE_UP, NOW, OFFER } from './test/checkout-samples.ts';
import { keyOf, methodKey, walkCheckout, type Move } from './test/checkout-walk.ts';

const HANDS: Record<string, readonly SavedCard[]> = {
  'no card': [],
  'one valid card': [CARDS.valid13],
  'one expired card of 13': [CARDS.expired13],
  'one expired card of 17': [CARDS.expired17],
  'three mixed cards': [CARDS.valid13, CARDS.expired17, CARDS.bankExpired13],
};

/** Only two setups walk every state of the purchase: this one and the setup without cards. */
const ONE_VALID = 'one valid card';

/**
 * Every set of cards, once with a wallet and test group B, once without a wallet and test group A. The test group changes what a
 * single press does, so both need not be combined with everything.
 */
const SETUPS = Object.entries(HANDS).flatMap(([hand, cards]) =>
  [{ wallet: 25, group: 'B' } as const, { wallet: null, group: 'A' } as const].map(({ wallet, group }) => ({
    name: `${hand}, ${wallet === null ? 'no wallet' : 'a wallet'}, group ${group}`,
    cards,
    entry: { ...ENTRY, group, offer: { ...OFFER, cardChannels: [23] as const, wallet } },
    hasScenes: wallet === null && cards.length < 2,
    hasWholePurchase: cards.length === 0 || (hand === ONE_VALID && wallet === null),
  })),
);

/** The label of confirm by the specification's table, written a second time as a check. */
function labelBySpecification(step: PayStep): string {
  const constant = STEP_CONSTANTS[step.at];
  if (constant === 'HOME') return 'pay-now';
  if (constant !== 'CKO_CARD_MODIFY_EXPIRE') return 'ok';
  return step.at === 'modify-expiry' && step.isPaidAfter ? 'update-and-pay' : 'update-expiry';
}

const isKnown = ({ cards }: Checkout, card: SavedCard): boolean => knownCards(cards).includes(card);

const HAS_ITS_DATA: {
  readonly [At in PayStep['at']]: (checkout: Checkout, step: Extract<PayStep, { at: At }>) => boolean;
} = {
  home: (checkout) => {
    const rows = methodRows(checkout).map(methodKey);
    return checkout.method === null ? rows.length === 0 : rows.includes(methodKey(checkout.method));
  },
  'saved-cards': (checkout) => {
    const cards = recentCards(checkout);
    return (
      cards.length > 0 && (checkout.method?.kind !== 'saved-card' || cards.includes(checkout.method.card))
    );
  },
  'new-card': ({ offer }, { payType }) => offeredChannels(offer).includes(payType),
  cvv: (checkout, { card }) => isKnown(checkout, card) && card.isRemembered,
  'cvv-unremembered': (checkout, { card }) => isKnown(checkout, card) && !card.isRemembered,
  'modify-expiry': (checkout, { card }) => isKnown(checkout, card) && payTypeOfSource(card.sourceId) === 23,
};

function hasItsData(checkout: Checkout): boolean {
  const step = stepOf(checkout);
  const check = HAS_ITS_DATA[step.at] as (checkout: Checkout, step: PayStep) => boolean;
  return check(checkout, step);
}

/** States of a purchase that wait for an answer, each with its worst answer. */
const OWED: Partial<Record<PurchaseState['at'], CheckoutEvent>> = {
  tokenising: E('tokenise-failed'),
  placing: E('place-lost'),
  'sheet-validating': E('session-lost'),
  'sheet-ready': E('sheet-cancelled'),
  'sheet-paying': E('wallet-lost'),
  'sheet-deciding': E('sheet-timed-out'),
  'sheet-explaining': E('sheet-timed-out'),
  confirming: E('confirm-lost'),
  cancelling: E('cancel-refused'),
  'reading-other-card': E('tokenise-failed'),
  'paying-again': E('pay-again-lost'),
};

/**
 * The next event of a payer who only wants to leave: Back, or the confirmation to give up. A state that waits for an answer gets
 * that answer.
 */
function backOrGiveUp(state: CheckoutState): CheckoutEvent {
  if (isUpdating(state)) return { type: 'update-failed' };
  if (isOnStep(state)) return state.popup?.kind === 'give-up' ? GIVE_UP : BACK;
  if (state.at !== 'purchasing') return BACK;
  const { purchase } = state;
  return OWED[purchase.at] ?? ('isLeaving' in purchase && purchase.isLeaving ? GIVE_UP : BACK);
}

/**
 * The most presses that may be needed to leave with Back: five steps above HOME, each with a question, and a popup and a result
 * on top.
 */
const BACKS_MAX = 14;

function backsToLeave(state: CheckoutState): number {
  let now = state;
  let backs = 0;
  for (; now.at !== 'left' && backs <= BACKS_MAX; backs += 1) [now] = nextOf(now, backOrGiveUp(now));
  return backs;
}

function isPopupClosable(state: OnStep): boolean {
  return [{ type: 'popup-closed' } as const, BACK].every((event) => {
    const [next] = nextOf(state, event);
    return (
      isOnStep(next) && next.popup === null && next.checkout.above.length === state.checkout.above.length
    );
  });
}

/** The rule that a state breaks, in a few words; null when it breaks none. */
function faultOf(state: CheckoutState): string | null {
  const { checkout } = state;
  const step = stepOf(checkout);
  const names = checkout.above.map(({ at }) => at);
  if (confirmLabel(step) !== labelBySpecification(step)) return 'another label';
  if (new Set(names).size !== names.length) return 'a step twice in the stack';
  if (backsToLeave(state) > BACKS_MAX) return 'trapped';
  if (!isOnStep(state) || isUpdating(state)) return null;
  if (!hasItsData(checkout)) return 'a step without its data';
  if (state.popup !== null && 'card' in state.popup && !isKnown(checkout, state.popup.card))
    return 'a popup without its card';
  if (state.popup !== null && !isPopupClosable(state)) return 'a popup that stays';
  const hasFields = step.at !== 'home' && step.at !== 'saved-cards';
  return hasFields && isConfirmOpen(state, BLANK, NOW) ? 'confirm with empty fields' : null;
}

const MAY_PAY: readonly CheckoutEvent['type'][] = [
  'confirm-pressed',
  'result-pressed',
  'pay-again-pressed',
  'expiry-updated',
];

const MAY_SEND: readonly CheckoutEvent['type'][] = ['tokenised', 'place-lost', 'place-refused'];

/** The repeat question has closed the wallet's sheet. The payer's yes opens the sheet again. */
function isWalletQuestioned(state: CheckoutState): boolean {
  if (state.at !== 'purchasing' || state.use?.kind !== 'wallet') return false;
  return state.purchase.at === 'same-again' && state.purchase.attempt === null;
}

function faultOfMove({ from, event, next: [next, ...effects] }: Move): string | null {
  if (effects.some((effect) => effect.do === 'place') && !MAY_SEND.includes(event.type))
    return 'sent unasked';
  const payments = effects.filter(
    (effect) => effect.do === 'tokenise' && effect.from.kind !== 'other-provider',
  ).length;
  if (payments > 1) return 'paid twice';
  const isReopened = event.type === 'again-confirmed' && isWalletQuestioned(from);
  const mayPay = isReopened || (from.at !== 'purchasing' && MAY_PAY.includes(event.type));
  if (payments === 1 && !mayPay) return 'paid without a press';
  const hasStarted =
    next.at === 'purchasing' && next.purchase.at === 'tokenising' && from.at !== 'purchasing';
  return payments === (hasStarted || isReopened ? 1 : 0) ? null : 'paying without a payment';
}

const walked = { states: 0, moves: 0 };
afterAll(() => {
  process.stdout.write(`checkout: ${walked.states} states and ${walked.moves} moves walked\n`);
});

describe('every state that can be reached', () => {
  it.each(SETUPS)(
    '[STP-03] $name: every reachable checkout state has its button label, its data and a way out, and pays only on a press',
    (walk) => {
      const faults = new Set<string>();
      const hasWayOn = new Set<CheckoutState>();
      const states = walkCheckout(walk, (move) => {
        walked.moves += 1;
        if (move.next[0] !== move.from) hasWayOn.add(move.from);
        const fault = faultOfMove(move);
        if (fault !== null) faults.add(`${fault}: ${move.event.type} in ${move.from.at}`);
      });
      for (const state of states) {
        const fault = faultOf(state);
        if (fault !== null) faults.add(`${fault}: ${keyOf(state, true)}`);
        if (!hasWayOn.has(state)) faults.add(`no way on: ${keyOf(state, true)}`);
      }
      walked.states += states.length;
      expect([...faults].slice(0, 3)).toEqual([]);
      const reached = new Set(states.map(({ at }) => at));
      expect([...reached].toSorted()).toEqual(['choosing', 'ended', 'entering', 'left', 'purchasing']);
      const purchases = states.flatMap((state) => (state.at === 'purchasing' ? [state.purchase.at] : []));
      expect(new Set(purchases).size).toBe(walk.hasWholePurchase ? 21 : 5);
    },
    600_000,
  );
});
