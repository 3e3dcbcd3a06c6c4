import type { OrderInfo } from '@jawhara/contract';
import { CHECKOUT_COM_CARD, smallerPack, type GemPack } from '@jawhara/domain';
import { useEffect, useEffectEvent } from 'react';
import { useKnownCardOfOrder } from '../../api/card-of-order.ts';
import { reloadSiteConfig } from '../../api/use-site-config.ts';
import type { PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import { usePaySteps } from '../../checkout/saved-cards/use-pay-steps.ts';
import { knownCards } from '../../checkout/steps/methods.ts';
import type { StepsEvent, StepsState, UsedCard } from '../../checkout/steps/steps-state.ts';

export type EndedPurchase = Extract<PurchaseState, { at: 'paid' | 'not-paid' }>;

/** What is known of the card at the end. One that was typed and refused is kept by nobody. */
function usedCard(steps: StepsState, ended: EndedPurchase): UsedCard {
  if (steps.at !== 'paying') return { kind: 'loading' };
  const { use, checkout } = steps;
  if (use.kind === 'wallet') return { kind: 'wallet' };
  if (use.kind === 'new-card') return { kind: ended.at === 'paid' ? 'loading' : 'unsaved' };
  const card = knownCards(checkout.cards).find(({ sourceId }) => sourceId === use.sourceId);
  return card === undefined ? { kind: 'loading' } : { kind: 'saved', card };
}

export function endedEvent(
  ended: EndedPurchase,
  order: OrderInfo | null,
  offered: readonly GemPack[],
  steps: StepsState,
): StepsEvent {
  const refused = ended.at === 'not-paid' && ended.ending.kind === 'refused' ? ended.ending.outcome : 'fail';
  return {
    type: 'ended',
    outcome: ended.at === 'paid' ? 'success' : refused,
    payType: order?.payType ?? CHECKOUT_COM_CARD,
    used: usedCard(steps, ended),
    smallerPack: order === null ? null : smallerPack(offered, order.priceUsdCents),
  };
}

/** Tells the steps how the purchase ended, and of its card when that is known. */
export function useEnded(
  ended: EndedPurchase | null,
  order: OrderInfo | null,
  offered: readonly GemPack[],
): void {
  const { state, send } = usePaySteps();
  const orderId = ended?.orderId ?? null;
  const card = useKnownCardOfOrder(orderId);
  const isKnown = orderId !== null && order?.orderId === orderId;
  const tell = useEffectEvent(() => {
    if (ended === null) return;
    send(endedEvent(ended, order, offered, state));
    // Whoever tries again wants to know who gives no answers.
    void reloadSiteConfig();
  });
  useEffect(() => {
    if (isKnown) tell();
  }, [isKnown, orderId]);
  useEffect(() => {
    if (isKnown && card !== null) send({ type: 'used-card-read', used: { kind: 'saved', card } });
  }, [isKnown, card, send]);
}
