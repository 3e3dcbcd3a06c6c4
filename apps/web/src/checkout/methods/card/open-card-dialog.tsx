import { lazy, Suspense } from 'react';
import type { CheckoutEvent, CheckoutState } from '../../machine/checkout-state.ts';
import { isDateOnly, isOnStep, stepOf } from '../../machine/step-stack.ts';

const CardDialogs = lazy(async () => ({ default: (await import('./card-dialogs.tsx')).CardDialogs }));

function hasCardDialog(state: CheckoutState): boolean {
  if (!isOnStep(state)) return false;
  return isDateOnly(stepOf(state.checkout)) || (state.popup !== null && state.popup.kind !== 'give-up');
}

interface OpenCardDialogProps {
  state: CheckoutState;
  send: (event: CheckoutEvent) => void;
}

/** The dialog about a card that is open, if there is one. The code of the dialogs is loaded only then. */
export function OpenCardDialog({ state, send }: OpenCardDialogProps) {
  if (!hasCardDialog(state)) return null;
  return (
    <Suspense fallback={null}>
      <CardDialogs state={state} send={send} />
    </Suspense>
  );
}
