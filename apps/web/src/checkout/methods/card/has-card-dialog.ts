import type { CheckoutState } from '../../machine/checkout-state.ts';
import { isDateOnly, isOnStep, stepOf } from '../../machine/step-stack.ts';

/** A card dialog is open; the dialogs are not loaded before that. */
export function hasCardDialog(state: CheckoutState): boolean {
  if (!isOnStep(state)) return false;
  return isDateOnly(stepOf(state.checkout)) || (state.popup !== null && state.popup.kind !== 'give-up');
}
