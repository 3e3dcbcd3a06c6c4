import { payTypeOfSource, RESULT_BUTTONS, type Outcome, type ResultButton } from '@jawhara/domain';
import { anotherCard } from './another-card.ts';
import {
  channelMethod,
  isCardExpired,
  isCardSold,
  isUpdatable,
  isWalletOffered,
  knownCards,
  offeredMethod,
  sameCard,
} from './methods.ts';
import { savedCardUse } from './on-confirm.ts';
import { RETRY_VARIANTS } from './retry-variant.ts';
import type { PurchaseScene } from './step-names.ts';
import { choosing, cvvStep, goHome, goTo, goToNewCard, pay } from './step-stack.ts';
import type { Checkout, Method, PurchaseEnd, StepsAt, StepsNext, UsedCard } from './steps-state.ts';

/** A new purchase begins on a clean stack, with a method that its pack is sold through. */
function begin(checkout: Checkout, scene: PurchaseScene): Checkout {
  const method = offeredMethod(checkout, checkout.method) ?? channelMethod(checkout);
  return { ...goHome(checkout), scene, method };
}

function savedCardOf({ cards }: Checkout, used: UsedCard) {
  return used.kind === 'saved' ? sameCard(knownCards(cards), used.card) : null;
}

/** The method just used, if HOME can show it; of a card that is not remembered only its channel is left. */
function methodUsed(checkout: Checkout, { used, payType }: PurchaseEnd): Method | null {
  if (used.kind === 'wallet') return offeredMethod(checkout, { kind: 'wallet' });
  const card = savedCardOf(checkout, used);
  const asCard = card === null ? null : offeredMethod(checkout, { kind: 'saved-card', card });
  const channel = card === null ? payType : payTypeOfSource(card.sourceId);
  return asCard ?? offeredMethod(checkout, { kind: 'new-card', payType: channel });
}

/** HOME with the method just used chosen again; where that is gone, the one that stands. */
function homeWithMethodUsed(checkout: Checkout, end: PurchaseEnd): Checkout {
  const method = methodUsed(checkout, end);
  if (method === null) return checkout;
  // A channel that only stands in for a card is nobody's choice: the card may still come, and its list with it.
  return { ...checkout, method, isPicked: method.kind !== 'new-card' };
}

/** The same method once more; null when it cannot be known or cannot pay: not saved, still loading, expired, not sold. */
function payAgain(checkout: Checkout, end: PurchaseEnd, now: Date, mayBeDirect: boolean): StepsNext | null {
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
  return [choosing(goTo(withMethod, cvvStep(card)))];
}

/** A card that was typed is typed again; anything else is chosen again. */
function retryA(checkout: Checkout, end: PurchaseEnd): StepsNext {
  const isTyped = end.used.kind === 'unsaved' || end.used.kind === 'loading';
  return [choosing(isTyped ? goToNewCard(checkout) : homeWithMethodUsed(checkout, end))];
}

/** By the table of variants. Today's panel offers it after two results only; the table answers for all of them. */
export function retryAfter(checkout: Checkout, end: PurchaseEnd, now: Date): StepsNext {
  const again = RETRY_VARIANTS[end.outcome] === 'B' ? payAgain(checkout, end, now, true) : null;
  return again ?? retryA(checkout, end);
}

type Press = (state: StepsAt<'ended'>, now: Date) => StepsNext;

/** After a success the next purchase begins as this one went; after a refusal nothing the payer chose is changed. */
export function onResultClosed({ checkout, end }: StepsAt<'ended'>): StepsNext {
  const fresh = begin(checkout, 'normal');
  return [choosing(end.outcome === 'success' ? homeWithMethodUsed(fresh, end) : fresh)];
}

const PRESS: Record<ResultButton, Press> = {
  close: onResultClosed,
  understood: onResultClosed,
  refresh: (state) => [state, { do: 'reload' }],
  retry: ({ checkout, end }, now) => retryAfter(begin(checkout, 'retry'), end, now),
  'retry-other-amount'({ checkout, end }, now) {
    const pack = end.smallerPack;
    if (pack === null) return onResultClosed({ at: 'ended', checkout, end });
    const smaller = { ...checkout, offer: { ...checkout.offer, pack } };
    const [next, ...effects] = retryAfter(begin(smaller, 'retry'), end, now);
    return [next, { do: 'choose-pack', pack }, ...effects];
  },
  /** Only a card that is kept has a date to update; one that was typed is typed again, with its new date. */
  'update-and-pay'({ checkout, end }) {
    const expired = begin(checkout, 'expired');
    const card = savedCardOf(expired, end.used);
    if (card === null || !isUpdatable(card)) return [choosing(goToNewCard(expired))];
    return [
      choosing(goTo(homeWithMethodUsed(expired, end), { at: 'modify-expiry', card, isPaidAfter: true })),
    ];
  },
  /**
   * Group A sees HOME with everything as it was; group B goes straight on, as far as that needs one more word of the
   * payer's: the CVV, or the wallet's own sheet. Money is never taken by this press alone.
   */
  'repeat-same-amount'({ checkout, end }, now) {
    const same = begin(checkout, 'repurchase');
    const again = checkout.group === 'B' ? payAgain(same, end, now, false) : null;
    return again ?? [choosing(homeWithMethodUsed(same, end))];
  },
};

export function onResultPressed(state: StepsAt<'ended'>, button: ResultButton, now: Date): StepsNext {
  const { outcome, payType, smallerPack } = state.end;
  const offered: readonly ResultButton[] = RESULT_BUTTONS[outcome]({
    payType,
    hasSmallerPack: smallerPack !== null,
  });
  return offered.includes(button) ? PRESS[button](state, now) : [state];
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

export function onOtherCardAfterResult(state: StepsAt<'ended'>, now: Date): StepsNext {
  const { checkout, end } = state;
  if (!MAY_PAY_AGAIN[end.outcome]) return [state];
  const than = end.used.kind === 'saved' ? end.used.card.fingerprint : null;
  return [choosing(anotherCard(begin(checkout, 'retry'), than, now))];
}

/** Whatever the panel's fixed buttons are, the way back to the payment is open. */
export function onPayAgain(state: StepsAt<'ended'>, now: Date): StepsNext {
  const { checkout, end } = state;
  return MAY_PAY_AGAIN[end.outcome] ? retryAfter(begin(checkout, 'retry'), end, now) : [state];
}
