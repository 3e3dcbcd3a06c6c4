import {
  DECLINED_CVVS_MAX,
  isCardExpired,
  payTypeOfSource,
  RESULT_BUTTONS,
  type Outcome,
  type ResultButton,
  type SavedCard,
} from '@jawhara/domain';
import type { Checkout, CheckoutAt, CheckoutNext, Method, PurchaseEnd, UsedCard } from './checkout-state.ts';
import {
  channelMethod,
  isCardSold,
  isUpdatable,
  isWalletOffered,
  knownCards,
  offeredMethod,
  sameCard,
} from './methods.ts';
import { pay, savedCardUse } from './on-confirm.ts';
import type { PurchaseScene } from './step-names.ts';
import type { RefusedField } from './purchase/purchase-state.ts';
import { anotherCard, cvvStep, goHome, goTo, goToNewCard, onStep, withNextCard } from './step-stack.ts';

/** A result whose order is known. */
export type Ended = CheckoutAt<'ended'> & { readonly end: PurchaseEnd };

/**
 * The meaning of "retry" after each result. A: back to where a card is typed or a method is chosen. B: the same method
 * again: the payment starts at once where no CVV is needed, otherwise the payer is asked for it.
 */
export type RetryVariant = 'A' | 'B';

export const RETRY_VARIANTS = {
  /** The bank did not authenticate the payer: a missed SMS, a mistyped CVV. The card is good, so it is tried again. */
  verify: 'B',
  /** The card is good and the amount was too much: the same card pays the smaller pack. */
  balance: 'B',
  /** This card cannot pay before its date is updated, which has a button of its own. */
  expire: 'A',
  /** The bank refused without a reason that the payer can fix: another card or method may help. */
  other: 'A',
  /** Cancelled, timed out or refunded: the payer decides anew. */
  fail: 'A',
  /** Refused as suspected fraud: another attempt with the same card makes it worse. */
  'high-risk': 'A',
  /** The wallet does not work here at all. */
  'not-support-apple-pay': 'A',
  /** Paying again after a success is no retry but a repurchase. */
  success: 'A',
  /** This outcome shows no panel, so no button can be pressed. */
  'not-active': 'A',
} as const satisfies Record<Outcome, RetryVariant>;

/**
 * For the next purchase: HOME without steps above it. The current method stays if the chosen pack can be paid with it; otherwise
 * another is chosen.
 */
function begin(checkout: Checkout, scene: PurchaseScene): Checkout {
  const method = offeredMethod(checkout, checkout.method) ?? channelMethod(checkout);
  return { ...goHome(checkout), scene, method };
}

function savedCardOf({ cards }: Checkout, used: UsedCard): SavedCard | null {
  return used.kind === 'saved' && used.card.isRemembered ? sameCard(knownCards(cards), used.card) : null;
}

/** A card that the payer did not agree to save cannot pay again: the next purchase treats it as a typed card. */
function isTyped(used: UsedCard): boolean {
  return used.kind === 'saved' ? !used.card.isRemembered : used.kind !== 'wallet';
}

/** The method just used, if HOME can show it. A card that is not saved counts as a new card of the same pay type. */
function methodUsed(checkout: Checkout, { used, payType }: PurchaseEnd): Method | null {
  if (used.kind === 'wallet') return offeredMethod(checkout, { kind: 'wallet' });
  const card = savedCardOf(checkout, used);
  const asCard = card === null ? null : offeredMethod(checkout, { kind: 'saved-card', card });
  const channel = card === null ? payType : payTypeOfSource(card.sourceId);
  return asCard ?? offeredMethod(checkout, { kind: 'new-card', payType: channel });
}

/** HOME with the method just used selected; if it is gone, the current selection stays. */
function homeWithMethodUsed(checkout: Checkout, end: PurchaseEnd): Checkout {
  const method = methodUsed(checkout, end);
  if (method === null) return checkout;
  // "New card" is selected while the provider has not reported whether it saved the card that was used. The payer did not choose
  // it, so a saved card may still replace it.
  return { ...checkout, method, isPicked: method.kind !== 'new-card' };
}

/** The same method again; null when it is unknown or cannot pay: not saved, still loading, expired, not sold. */
function payAgain(
  checkout: Checkout,
  end: PurchaseEnd,
  now: Date,
  mayBeDirect: boolean,
): CheckoutNext | null {
  const { offer } = checkout;
  if (end.used.kind === 'wallet') {
    if (offer.wallet === null || !isWalletOffered(offer)) return null;
    return pay({ ...checkout, method: { kind: 'wallet' } }, { kind: 'wallet', payType: offer.wallet });
  }
  const card = savedCardOf(checkout, end.used);
  if (card === null || isCardExpired(card, now) || !isCardSold(offer, card)) return null;
  const withMethod = homeWithMethodUsed(checkout, end);
  const isDirect = mayBeDirect && checkout.withoutCvv.includes(payTypeOfSource(card.sourceId));
  if (isDirect) return pay(withMethod, savedCardUse(card, false));
  return [onStep(goTo(withMethod, cvvStep(card)))];
}

/** A card that was typed is typed again; anything else is chosen again. */
function retryA(checkout: Checkout, end: PurchaseEnd): CheckoutNext {
  return [onStep(isTyped(end.used) ? goToNewCard(checkout) : homeWithMethodUsed(checkout, end))];
}

/** Follows the table of variants. The specified buttons retry after two results only; the table covers all of them. */
export function retryAfter(checkout: Checkout, end: PurchaseEnd, now: Date): CheckoutNext {
  const again = RETRY_VARIANTS[end.outcome] === 'B' ? payAgain(checkout, end, now, true) : null;
  return again ?? retryA(checkout, end);
}

type Press = (state: Ended, now: Date) => CheckoutNext;

/** After a success the method just used is selected for the next purchase; after a refusal the selection stays as it is. */
export function afterResult({ checkout, end }: CheckoutAt<'ended'>): Checkout {
  const fresh = begin(checkout, 'normal');
  return end?.outcome === 'success' ? homeWithMethodUsed(fresh, end) : fresh;
}

const close: Press = (state) => [onStep(afterResult(state))];

const PRESS: Record<ResultButton, Press> = {
  close,
  understood: close,
  refresh: (state) => [state, { do: 'reload' }],
  retry: ({ checkout, end }, now) => retryAfter(begin(checkout, 'retry'), end, now),
  'retry-other-amount'(state, now) {
    const { checkout, end } = state;
    const pack = end.smallerPack;
    if (pack === null) return close(state, now);
    const smaller = { ...checkout, offer: { ...checkout.offer, pack } };
    const [next, ...effects] = retryAfter(begin(smaller, 'retry'), end, now);
    return [next, { do: 'choose-pack', pack }, ...effects];
  },
  /** Only a saved card has a date to update; one that was typed is typed again, with its new date. */
  'update-and-pay'({ checkout, end }) {
    const expired = begin(checkout, 'expired');
    const card = savedCardOf(expired, end.used);
    if (card === null || !isUpdatable(card)) return [onStep(goToNewCard(expired))];
    return [onStep(goTo(homeWithMethodUsed(expired, end), { at: 'modify-expiry', card, isPaidAfter: true }))];
  },
  /**
   * Variant A shows HOME with everything selected; variant B continues at once if the payer still has to confirm something:
   * the CVV, or the wallet's own sheet. This press alone never takes money.
   */
  'repeat-same-amount'({ checkout, end, order }, now) {
    const same = begin(checkout, 'repurchase');
    const again = checkout.group === 'B' ? payAgain(same, end, now, false) : null;
    const [next, ...effects] = again ?? [onStep(homeWithMethodUsed(same, end))];
    // The consent to the repeat is stored before the effects that pay, because their request contains it.
    return order?.purpose === 'gems' ? [next, { do: 'repeat-order', order }, ...effects] : [next, ...effects];
  },
};

function buttonsOf({ outcome, payType, smallerPack }: PurchaseEnd): readonly ResultButton[] {
  return RESULT_BUTTONS[outcome]({ payType, hasSmallerPack: smallerPack !== null });
}

export function onResultPressed(state: Ended, button: ResultButton, now: Date): CheckoutNext {
  return buttonsOf(state.end).includes(button) ? PRESS[button](state, now) : [state];
}

const MAY_PAY_AGAIN: Record<Outcome, boolean> = {
  success: false,
  fail: true,
  balance: true,
  expire: true,
  verify: true,
  'not-support-apple-pay': true,
  other: true,
  'not-active': false,
  'high-risk': true,
};

/** After this many declined CVVs in a row the result offers another card first. */
export function isCvvSpent({ declinedCvvs }: Checkout): boolean {
  return (declinedCvvs?.count ?? 0) >= DECLINED_CVVS_MAX;
}

/** Offers another card for the next try: another saved card, otherwise empty fields for a new one. */
export function onOtherCard(state: Ended, now: Date): CheckoutNext {
  const { checkout, end } = state;
  if (!MAY_PAY_AGAIN[end.outcome]) return [state];
  const than = end.used.kind === 'saved' ? end.used.card.fingerprint : null;
  const fresh = withNextCard(begin(checkout, 'retry'));
  return [onStep(anotherCard(fresh, than, now))];
}

/** Only selects the wallet: browsers open a wallet's sheet only inside a press on the wallet's own button. */
export function onOtherWallet(state: Ended): CheckoutNext {
  const checkout = begin(state.checkout, 'retry');
  const method = offeredMethod(checkout, { kind: 'wallet' });
  if (!MAY_PAY_AGAIN[state.end.outcome] || method === null) return [state];
  return [onStep({ ...checkout, method, isPicked: true })];
}

const ONCE_MORE: readonly ResultButton[] = ['repeat-same-amount', 'retry', 'update-and-pay'];

/** Pays again after any result, whichever buttons its panel has. */
export function onPayAgain(state: Ended, now: Date, refused: RefusedField | null): CheckoutNext {
  const { end } = state;
  const checkout: Checkout = {
    ...state.checkout,
    stopped: refused === null ? null : { kind: 'field-refused', field: refused },
  };
  // Of a saved card only the CVV can be typed again.
  const again = refused === 'cvv' ? payAgain(begin(checkout, 'retry'), end, now, false) : null;
  if (again !== null) return again;
  const offered = buttonsOf(end);
  const button = ONCE_MORE.find((name) => offered.includes(name));
  if (button !== undefined) return PRESS[button]({ ...state, checkout }, now);
  return MAY_PAY_AGAIN[end.outcome] ? retryAfter(begin(checkout, 'retry'), end, now) : [state];
}
