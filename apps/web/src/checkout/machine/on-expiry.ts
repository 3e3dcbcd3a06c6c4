import type { CardExpiry, SavedCard } from '@jawhara/domain';
import { knownCards, offeredMethod, sameCard } from './methods.ts';
import { pay, savedCardUse } from './on-confirm.ts';
import { goBack, onStep } from './step-stack.ts';
import type { Checkout, CheckoutEvent, CheckoutNext, CheckoutState, ExpiryUpdate } from './checkout-state.ts';

/** The new date is shown at once; the list that is read again will say the same. */
function withExpiry(checkout: Checkout, card: SavedCard, expiry: CardExpiry): [Checkout, SavedCard] {
  const updated: SavedCard = { ...card, expiry, isExpiredByBank: false };
  const known = knownCards(checkout.cards);
  const old = sameCard(known, card);
  const cards = { kind: 'ready', cards: known.map((one) => (one === old ? updated : one)) } as const;
  const fresh = { ...checkout, cards };
  const method = offeredMethod(fresh, { kind: 'saved-card', card: updated }) ?? checkout.method;
  return [{ ...fresh, method }, updated];
}

/** A call has an end, with or without an answer; until then nothing else happens here. */
export function whileUpdating(
  state: CheckoutState,
  { card: old, expiry, isPaidAfter }: ExpiryUpdate,
  event: CheckoutEvent,
): CheckoutNext {
  if (event.type === 'update-failed') {
    const problem = event.isRefused === true ? 'expiry-refused' : 'expiry-not-updated';
    return [onStep(state.checkout, { problem })];
  }
  if (event.type !== 'expiry-updated') return [state];
  const [checkout, card] = withExpiry(state.checkout, old, expiry);
  if (isPaidAfter) return pay(checkout, savedCardUse(card, true));
  return [onStep(goBack(checkout)), { do: 'read-cards' }, { do: 'say', what: 'expiry-updated' }];
}
