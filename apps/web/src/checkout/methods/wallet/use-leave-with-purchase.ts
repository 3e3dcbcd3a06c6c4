import { useEffect, useRef } from 'react';
import { useNavigate } from '../../../ui/navigation.tsx';
import type { CheckoutState } from '../../machine/checkout-state.ts';
import { isStillOnStep } from '../../machine/purchase/purchase-view.ts';

/** What was paid on this page, by a wallet, is shown where every payment is. */
export function useLeaveWithPurchase(state: CheckoutState): () => void {
  const navigate = useNavigate();
  const isStartedHere = useRef(false);
  const purchase = state.at === 'purchasing' || state.at === 'ended' ? state.purchase : null;
  useEffect(() => {
    if (!isStartedHere.current || purchase === null || isStillOnStep(purchase)) return;
    isStartedHere.current = false;
    navigate('orderId' in purchase ? `/pay-step?order_id=${purchase.orderId}` : '/pay-step');
  }, [navigate, purchase]);
  return () => void (isStartedHere.current = true);
}
