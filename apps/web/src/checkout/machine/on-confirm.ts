import {
  cardFieldsLeft,
  isCardExpired,
  isExpiryAcceptable,
  methodFor,
  payTypeOfSource,
  readCardExpiry,
  type SavedCard,
} from '@jawhara/domain';
import type {
  Checkout,
  CheckoutEvent,
  CheckoutNext,
  CheckoutState,
  OnStep,
  PayStep,
  StepInputs,
} from './checkout-state.ts';
import { hasGoods, isUpdatable, recentCards, usableCards } from './methods.ts';
import { beginPurchase } from './purchase/purchase.ts';
import type { PayUse, Purchase } from './purchase/purchase-state.ts';
import { backOnStep, cvvStep, goTo, isOnStep, isUpdating, onStep, stepOf } from './step-stack.ts';

export type ConfirmLabel = 'pay-now' | 'ok' | 'update-and-pay' | 'update-expiry';

const LABELS: { readonly [At in PayStep['at']]: (step: Extract<PayStep, { at: At }>) => ConfirmLabel } = {
  home: () => 'pay-now',
  'saved-cards': () => 'ok',
  'new-card': () => 'ok',
  cvv: () => 'ok',
  'cvv-unremembered': () => 'ok',
  'modify-expiry': ({ isPaidAfter }) => (isPaidAfter ? 'update-and-pay' : 'update-expiry'),
};

export function confirmLabel(step: PayStep): ConfirmLabel {
  const label = LABELS[step.at] as (step: PayStep) => ConfirmLabel;
  return label(step);
}

function isExpiryValid(typed: string, now: Date): boolean {
  const expiry = readCardExpiry(typed);
  return expiry !== null && isExpiryAcceptable(expiry, now);
}

type IsOpen<At extends PayStep['at']> = (
  step: Extract<PayStep, { at: At }>,
  inputs: StepInputs,
  now: Date,
  checkout: Checkout,
) => boolean;

const IS_OPEN: { readonly [At in PayStep['at']]: IsOpen<At> } = {
  home: (_step, _inputs, _now, { offer, method }) => hasGoods(offer) && method !== null,
  'saved-cards': (_step, _inputs, _now, { method }) => method?.kind === 'saved-card',
  'new-card': (_step, { fields }) => cardFieldsLeft(fields).length === 0,
  cvv: (_step, { cvv }) => cvv === 'valid',
  'cvv-unremembered': (_step, { cvv }) => cvv === 'valid',
  'modify-expiry': ({ isPaidAfter }, { expiry, cvv, isExpiryTest }, now) =>
    (isExpiryTest || isExpiryValid(expiry, now)) && (!isPaidAfter || cvv === 'valid'),
};

/** Whether confirm may be pressed. The screen and the machine share this check, so a button that looks disabled is disabled. */
export function isConfirmOpen(state: CheckoutState, inputs: StepInputs, now: Date): boolean {
  if (!isOnStep(state) || state.popup !== null || isUpdating(state)) return false;
  const step = stepOf(state.checkout);
  const isOpen = IS_OPEN[step.at] as IsOpen<PayStep['at']>;
  return isOpen(step, inputs, now, state.checkout);
}

type Confirm = Extract<CheckoutEvent, { type: 'confirm-pressed' }>;

export function savedCardUse(card: SavedCard, hasCvv: boolean): PayUse {
  return { kind: 'saved-card', sourceId: card.sourceId, payType: payTypeOfSource(card.sourceId), hasCvv };
}

function purchaseOf({ offer }: Checkout, { payType }: PayUse): Purchase | null {
  const { fine, pack, recipientId } = offer;
  if (fine !== null)
    return { kind: 'fine', displayId: fine.account.displayId, quoteId: fine.quote.id, payType };
  const method = pack === null ? null : methodFor(pack, payType);
  return method === null || recipientId === null ? null : { kind: 'gems', ...method, recipientId };
}

/**
 * Starts the child machine, which requests the card from the fields; nothing is paid without a fine, or a pack and a recipient.
 */
export function pay(checkout: Checkout, use: PayUse): CheckoutNext {
  const bought = purchaseOf(checkout, use);
  if (bought === null) return [backOnStep(checkout, null)];
  const [purchase, ...effects] = beginPurchase(bought, use);
  return [
    { at: 'purchasing', checkout: { ...checkout, stopped: null }, use, purchase, order: null },
    ...effects,
  ];
}

/** An expired card is rejected before its CVV is asked for. */
export function confirmCard(checkout: Checkout, card: SavedCard, now: Date): CheckoutNext {
  if (!isCardExpired(card, now)) return [onStep(goTo(checkout, cvvStep(card)))];
  const kind = isUpdatable(card) ? 'expired-card' : 'not-updatable';
  return [onStep(checkout, { popup: { kind, card } })];
}

/**
 * Opens the step for a new card. If there were no cards in the list when the payer chose, and saved cards have arrived since, the
 * step with the saved cards opens instead: the card may be among them.
 */
function confirmChannel(checkout: Checkout, payType: PayUse['payType'], now: Date): CheckoutNext {
  const card = usableCards(checkout, now)[0] ?? recentCards(checkout)[0];
  if (checkout.mode === 'recent' || card === undefined)
    return [onStep(goTo(checkout, { at: 'new-card', payType }))];
  return [onStep(goTo({ ...checkout, method: { kind: 'saved-card', card } }, { at: 'saved-cards' }))];
}

export function confirmMethod(checkout: Checkout, now: Date): CheckoutNext {
  const { method, offer } = checkout;
  switch (method?.kind) {
    case 'wallet':
      // The sheet of the wallet would fail on this host. The guards of the page take the payer to the host where it opens.
      if (offer.wallet === null || offer.walletHost !== null) return [onStep(checkout)];
      return pay(checkout, { kind: 'wallet', payType: offer.wallet });
    case 'new-card':
      return confirmChannel(checkout, method.payType, now);
    case 'saved-card':
      return confirmCard(checkout, method.card, now);
    default:
      return [onStep(checkout)];
  }
}

function confirmExpiry(
  checkout: Checkout,
  step: Extract<PayStep, { at: 'modify-expiry' }>,
  typed: string,
): CheckoutNext {
  const expiry = readCardExpiry(typed);
  // This happens only with test_update_date in the address: otherwise an invalid date disables the button.
  if (expiry === null) return [onStep(checkout, { problem: 'expiry-wrong' })];
  const { card, isPaidAfter } = step;
  return [
    { at: 'entering', checkout, popup: null, problem: null, update: { card, expiry, isPaidAfter } },
    { do: 'update-expiry', sourceId: card.sourceId, expiry },
  ];
}

const CONFIRM: {
  readonly [At in PayStep['at']]: (
    checkout: Checkout,
    step: Extract<PayStep, { at: At }>,
    event: Confirm,
  ) => CheckoutNext;
} = {
  home: (checkout, _step, { now }) => confirmMethod(checkout, now),
  'saved-cards': (checkout, _step, { now }) => confirmMethod(checkout, now),
  'new-card': (checkout, { payType }) => pay(checkout, { kind: 'new-card', payType }),
  cvv: (checkout, { card }) => pay(checkout, savedCardUse(card, true)),
  'cvv-unremembered': (checkout, { card }) => pay(checkout, savedCardUse(card, true)),
  'modify-expiry': (checkout, step, { inputs }) => confirmExpiry(checkout, step, inputs.expiry),
};

export function onConfirm(state: OnStep, event: Confirm): CheckoutNext {
  if (!isConfirmOpen(state, event.inputs, event.now)) return [state];
  const step = stepOf(state.checkout);
  const confirm = CONFIRM[step.at] as (checkout: Checkout, step: PayStep, event: Confirm) => CheckoutNext;
  return confirm(state.checkout, step, event);
}
