import type { CheckoutState } from '../../machine/checkout-state.ts';
import { isDateOnly, isOnStep, stepOf } from '../../machine/step-stack.ts';

/** Something is asked about a card, so the dialogs are needed; until then nobody loads them. */
export function hasCardDialog(state: CheckoutState): boolean {
  if (!isOnStep(state)) return false;
  return isDateOnly(stepOf(state.checkout)) || (state.popup !== null && state.popup.kind !== 'give-up');
}
