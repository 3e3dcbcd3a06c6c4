import { readHolderName, type CardFieldState, type CardFieldStates } from '@jawhara/domain';
import type { CardNews, FieldNews } from './fields/card-fields.ts';

const HOLDER_STATES = {
  read: 'valid',
  'holder-name-empty': 'empty',
  'holder-name-too-long': 'invalid',
} as const satisfies Record<ReturnType<typeof readHolderName>['kind'], CardFieldState>;

function stateOf({ isValid, fault }: FieldNews): CardFieldState {
  if (isValid) return 'valid';
  return fault === null ? 'empty' : 'invalid';
}

/** Of fields that speak only as a whole: all of them are good, or each may be what is missing. */
export function wholeCardStates(isValid: boolean): CardFieldStates {
  const state: CardFieldState = isValid ? 'valid' : 'empty';
  return { number: state, expiry: state, cvv: state, holder: state };
}

/** Of fields that speak one by one, with the name typed into ours. */
export function cardFieldStates({ fields }: CardNews, holder: string): CardFieldStates {
  return {
    number: stateOf(fields.number),
    expiry: stateOf(fields.expiry),
    cvv: stateOf(fields.cvv),
    holder: HOLDER_STATES[readHolderName(holder).kind],
  };
}
