import { payTypeOfSource, readCardExpiry, type SavedCard } from '@jawhara/domain';
import { isConfirmOpen } from './confirm-open.ts';
import { isCardExpired, isUpdatable, recentCards, usableCards } from './methods.ts';
import { choosing, cvvStep, goTo, pay, stepOf } from './step-stack.ts';
import type { Checkout, PayStep, PayUse, StepsAt, StepsEvent, StepsNext } from './steps-state.ts';

type Confirm = Extract<StepsEvent, { type: 'confirm-pressed' }>;

export function savedCardUse(card: SavedCard, hasCvv: boolean): PayUse {
  return { kind: 'saved-card', sourceId: card.sourceId, payType: payTypeOfSource(card.sourceId), hasCvv };
}

/** A card whose date has run out is not worth asking the CVV of. */
export function confirmCard(checkout: Checkout, card: SavedCard, now: Date): StepsNext {
  if (!isCardExpired(card, now)) return [choosing(goTo(checkout, cvvStep(card)))];
  const kind = isUpdatable(card) ? 'expired-card' : 'not-updatable';
  return [choosing(checkout, { popup: { kind, card } })];
}

/**
 * A channel was pressed while the cards were still being read, and then some came: the list did not change under the
 * payer's hand, so they are offered on a step of their own before a card is typed that we already have.
 */
function confirmChannel(checkout: Checkout, payType: PayUse['payType'], now: Date): StepsNext {
  const card = usableCards(checkout, now)[0] ?? recentCards(checkout)[0];
  if (checkout.mode === 'recent' || card === undefined)
    return [choosing(goTo(checkout, { at: 'new-card', payType }))];
  return [choosing(goTo({ ...checkout, method: { kind: 'saved-card', card } }, { at: 'saved-cards' }))];
}

export function confirmMethod(checkout: Checkout, now: Date): StepsNext {
  const { method, offer } = checkout;
  switch (method?.kind) {
    case 'wallet':
      if (offer.wallet === null) return [choosing(checkout)];
      return pay(checkout, { kind: 'wallet', payType: offer.wallet });
    case 'new-card':
      return confirmChannel(checkout, method.payType, now);
    case 'saved-card':
      return confirmCard(checkout, method.card, now);
    default:
      return [choosing(checkout)];
  }
}

function confirmExpiry(
  checkout: Checkout,
  step: Extract<PayStep, { at: 'modify-expiry' }>,
  typed: string,
): StepsNext {
  const expiry = readCardExpiry(typed);
  // Only the test flag opens the button over a date that is none.
  if (expiry === null) return [choosing(checkout, { problem: 'expiry-wrong' })];
  const { card, isPaidAfter } = step;
  return [
    { at: 'updating', checkout, card, expiry, isPaidAfter },
    { do: 'update-expiry', sourceId: card.sourceId, expiry },
  ];
}

const CONFIRM: {
  readonly [At in PayStep['at']]: (
    checkout: Checkout,
    step: Extract<PayStep, { at: At }>,
    event: Confirm,
  ) => StepsNext;
} = {
  home: (checkout, _step, { now }) => confirmMethod(checkout, now),
  'saved-cards': (checkout, _step, { now }) => confirmMethod(checkout, now),
  'new-card': (checkout, { payType }) => pay(checkout, { kind: 'new-card', payType }),
  cvv: (checkout, { card }) => pay(checkout, savedCardUse(card, true)),
  'cvv-unremembered': (checkout, { card }) => pay(checkout, savedCardUse(card, true)),
  'modify-expiry': (checkout, step, { inputs }) => confirmExpiry(checkout, step, inputs.expiry),
};

export function onConfirm(state: StepsAt<'choosing'>, event: Confirm): StepsNext {
  if (!isConfirmOpen(state, event.inputs, event.now)) return [state];
  const step = stepOf(state.checkout);
  const confirm = CONFIRM[step.at] as (checkout: Checkout, step: PayStep, event: Confirm) => StepsNext;
  return confirm(state.checkout, step, event);
}
