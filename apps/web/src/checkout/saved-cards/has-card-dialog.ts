import { isDateOnly, stepOf } from '../steps/step-stack.ts';
import type { StepsState } from '../steps/steps-state.ts';

/** Something is asked about a card, so the dialogs are needed; until then nobody loads them. */
export function hasCardDialog(state: StepsState): boolean {
  if (state.at !== 'choosing' && state.at !== 'updating') return false;
  if (isDateOnly(stepOf(state.checkout))) return true;
  return state.at === 'choosing' && state.popup !== null && state.popup.kind !== 'give-up';
}
