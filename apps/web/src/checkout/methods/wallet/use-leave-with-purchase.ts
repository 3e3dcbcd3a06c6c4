import { useEffect, useRef } from 'react';
import { useNavigate } from '../../../ui/navigation.tsx';
import type { CheckoutState } from '../../machine/checkout-state.ts';
import { isStillOnStep } from '../../machine/purchase/purchase-view.ts';

/** After a wallet payment that was started on this page, leads to /pay-step, where every payment is shown. */
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
