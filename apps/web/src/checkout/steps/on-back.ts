import { childPage, isChildOpen } from './child-page.ts';
import { choosing, goBack, isDateOnly, stepOf } from './step-stack.ts';
import type { StepName } from './step-names.ts';
import type { StepsAt, StepsNext } from './steps-state.ts';

/**
 * Every step above HOME stands between the payer and an order that was begun. HOME itself is the page of packs: nothing
 * was begun there, "one step left" would not be true, and a visitor who only looked is not held back.
 */
const BACK_ASKS = {
  home: false,
  'saved-cards': true,
  'new-card': true,
  cvv: true,
  'cvv-unremembered': true,
  'modify-expiry': true,
} as const satisfies Record<StepName, boolean>;

/** Back closes what lies on top: a popup, the recipient's part of HOME, then the step. */
export function onBack(state: StepsAt<'choosing'>): StepsNext {
  const { checkout, popup } = state;
  if (popup !== null) return [choosing(checkout)];
  // A date that is only updated belongs to no order: nothing is given up.
  if (isDateOnly(stepOf(checkout))) return [choosing(goBack(checkout))];
  if (BACK_ASKS[stepOf(checkout).at]) return [choosing(checkout, { popup: { kind: 'give-up' } })];
  if (!isChildOpen(checkout.recipient)) return [{ at: 'left' }];
  return [choosing({ ...checkout, recipient: childPage(checkout.recipient, { type: 'child-closed' }) })];
}

export function onGiveUp(state: StepsAt<'choosing'>): StepsNext {
  return state.popup?.kind === 'give-up' ? [choosing(goBack(state.checkout))] : [state];
}
