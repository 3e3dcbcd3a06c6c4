import type { CardSourceId, DisplayId } from '@jawhara/domain';
import { pageOf } from './step-stack.ts';
import type { NamedStep } from './step-names.ts';
import type { PayStep, CheckoutState } from './checkout-state.ts';

/** The word for each step in an address. */
const WORDS: Record<NamedStep, string> = {
  home: 'home',
  pay: 'pay',
  'saved-cards': 'cards',
  'new-card': 'card',
  cvv: 'cvv',
  'modify-expiry': 'expiry',
};

const STEP_OF_WORD: ReadonlyMap<string, NamedStep> = new Map(
  Object.entries(WORDS).map(([step, name]) => [name, step as NamedStep]),
);

const NAMES: { readonly [At in PayStep['at']]: NamedStep } = {
  home: 'home',
  'saved-cards': 'saved-cards',
  'new-card': 'new-card',
  cvv: 'cvv',
  'cvv-unremembered': 'cvv',
  'modify-expiry': 'modify-expiry',
};

/** The step that a link names; HOME for an unknown one. */
export function stepInAddress(name: string | null): NamedStep {
  return (name === null ? undefined : STEP_OF_WORD.get(name)) ?? 'home';
}

/** `fine`: the account whose fine is paid; without it the step is about a pack. */
export function addressOfStep(step: NamedStep, fine: DisplayId | null = null): string {
  return `/pay-step?step=${WORDS[step]}${fine === null ? '' : `&fine=${fine}`}`;
}

/** The address with which a reload opens the same step again. Null on HOME, the first step. */
export function addressOfSteps(state: CheckoutState): string | null {
  const page = pageOf(state.checkout);
  const fine = state.checkout.offer.fine?.account.displayId ?? null;
  return page.at === 'home' ? null : addressOfStep(NAMES[page.at], fine);
}

/** The card of the step. Addresses do not contain it, so it is stored. */
export function cardOfPage(state: CheckoutState): CardSourceId | null {
  const page = pageOf(state.checkout);
  return 'card' in page ? page.card.sourceId : null;
}
