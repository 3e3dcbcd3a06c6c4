import { EMPTY_CARD } from '@jawhara/domain';
import type { StepInputs } from './steps-state.ts';

/** On a step without fields. */
export const NOTHING_TYPED: StepInputs = {
  fields: EMPTY_CARD,
  cvv: 'empty',
  expiry: '',
  isExpiryTest: false,
};
