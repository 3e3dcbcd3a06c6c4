import { useEffect } from 'react';
import { hasGuardEntry, useLanguageHold } from '../../ui/back-guard.ts';
import { useNavigate } from '../../ui/navigation.tsx';
import { NOTHING_TYPED, type CheckoutEvent, type CheckoutState } from '../machine/checkout-state.ts';
import { isStillOnStep } from '../machine/purchase/purchase-view.ts';
import { addressOfSteps } from '../machine/step-address.ts';
import { useCheckout, type UsedCheckout } from '../machine/use-checkout.ts';

/** The address of the page that shows the payment; null while there is none, or while the payer is still on a step. */
function addressOfPayment(state: CheckoutState): string | null {
  const purchase = state.at === 'purchasing' || state.at === 'ended' ? state.purchase : null;
  if (purchase === null || isStillOnStep(purchase)) return null;
  return 'orderId' in purchase ? `/pay-step?order_id=${purchase.orderId}` : '/pay-step';
}

export function confirmPressed(): CheckoutEvent {
  return { type: 'confirm-pressed', inputs: NOTHING_TYPED, now: new Date() };
}

/**
 * The first step (HOME) on the page of packs or of a fine. When the machine goes to another step, or a wallet has started a
 * payment, this hook navigates to its page.
 */
export function useHomeSteps(): UsedCheckout {
  const navigate = useNavigate();
  const checkout = useCheckout();
  const { machine } = checkout;
  useLanguageHold(checkout.state.at === 'purchasing');
  useEffect(() => {
    // However the payer reaches this page, the machine goes to HOME.
    machine.dispatch({ type: 'step-named', step: 'home', sourceId: null, now: new Date() });
    let followed: string | null = null;
    return machine.subscribe(() => {
      const state = machine.getState();
      const payment = addressOfPayment(state);
      const address = payment ?? addressOfSteps(state);
      if (address === followed) return;
      followed = address;
      if (address === null) return;
      // An open sheet has added a history entry, which the step replaces.
      const replace = payment === null && hasGuardEntry();
      navigate(address, { replace, state: { from: location.pathname } });
    });
  }, [machine, navigate]);
  return checkout;
}
