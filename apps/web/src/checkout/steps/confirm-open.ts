import { cardFieldsLeft, isExpiryAcceptable, readCardExpiry } from '@jawhara/domain';
import { stepOf } from './step-stack.ts';
import type { Checkout, PayStep, StepInputs, StepsState } from './steps-state.ts';

function isExpiryValid(typed: string, now: Date): boolean {
  const expiry = readCardExpiry(typed);
  return expiry !== null && isExpiryAcceptable(expiry, now);
}

type IsOpen<At extends PayStep['at']> = (
  step: Extract<PayStep, { at: At }>,
  inputs: StepInputs,
  now: Date,
  checkout: Checkout,
) => boolean;

const IS_OPEN: { readonly [At in PayStep['at']]: IsOpen<At> } = {
  home: (_step, _inputs, _now, { offer, method }) => offer.pack !== null && method !== null,
  'saved-cards': (_step, _inputs, _now, { method }) => method?.kind === 'saved-card',
  'new-card': (_step, { fields }) => cardFieldsLeft(fields).length === 0,
  cvv: (_step, { cvv }) => cvv === 'valid',
  'cvv-unremembered': (_step, { cvv }) => cvv === 'valid',
  'modify-expiry': ({ isPaidAfter }, { expiry, cvv, isExpiryTest }, now) =>
    (isExpiryTest || isExpiryValid(expiry, now)) && (!isPaidAfter || cvv === 'valid'),
};

/** May confirm be pressed? The screen and the machine ask the same question, so a button that looks dead is dead. */
export function isConfirmOpen(state: StepsState, inputs: StepInputs, now: Date): boolean {
  if (state.at !== 'choosing' || state.popup !== null) return false;
  const step = stepOf(state.checkout);
  const isOpen = IS_OPEN[step.at] as IsOpen<PayStep['at']>;
  return isOpen(step, inputs, now, state.checkout);
}
