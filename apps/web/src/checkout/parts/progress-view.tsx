import { PAYMENT_RECEIVED_FOR_MS } from '@jawhara/domain';
import { word } from '../../words/word.ts';
import type { PurchaseState } from '../machine/purchase/purchase-state.ts';
import { useCheckout } from '../machine/use-checkout.ts';
import { useLookedMs } from './use-now.ts';
import { WaitingFrame, type OrderShown } from './waiting-frame.tsx';

/**
 * The tip during the wait: first that the order was received, later that it is still being checked. Only for an order whose id or
 * content this page has.
 */
export function checkingTip(lookedMs: number): string {
  return word(lookedMs < PAYMENT_RECEIVED_FOR_MS ? 'result.checking.received' : 'result.checking.calm');
}

function tipOf(state: PurchaseState, shown: OrderShown, lookedMs: number): string | null {
  if (state.at === 'cancelling') return null;
  // It is unknown whether the order has arrived. A payer who pays again now could be charged twice.
  if (state.at === 'finding') return word('progress.stillChecking');
  if (state.at === 'opening' && shown.summary === null) return word('progress.verifying');
  return checkingTip(lookedMs);
}

/**
 * States in which Back is not offered: the proof of a bank's check exists only in this page until it has been sent, and a
 * cancellation must reach the server.
 */
const STAYS: readonly PurchaseState['at'][] = ['confirming', 'cancelling'];

interface ProgressViewProps {
  state: PurchaseState;
  shown: OrderShown;
}

/** A short wait between two answers about a payment. */
export function ProgressView({ state, shown }: ProgressViewProps) {
  const { dispatch } = useCheckout();
  const lookedMs = useLookedMs(shown.orderId);
  return (
    <WaitingFrame
      shown={shown}
      title={word(state.at === 'cancelling' ? 'progress.cancelling' : 'result.checking.title')}
      tip={tipOf(state, shown, lookedMs)}
      onBack={STAYS.includes(state.at) ? null : () => dispatch({ type: 'back-pressed' })}
    />
  );
}
