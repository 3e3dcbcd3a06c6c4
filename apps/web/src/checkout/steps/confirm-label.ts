import type { PayStep } from './steps-state.ts';

export type ConfirmLabel = 'pay-now' | 'ok' | 'update-and-pay' | 'update-expiry';

const LABELS: { readonly [At in PayStep['at']]: (step: Extract<PayStep, { at: At }>) => ConfirmLabel } = {
  home: () => 'pay-now',
  'saved-cards': () => 'ok',
  'new-card': () => 'ok',
  cvv: () => 'ok',
  'cvv-unremembered': () => 'ok',
  'modify-expiry': ({ isPaidAfter }) => (isPaidAfter ? 'update-and-pay' : 'update-expiry'),
};

export function confirmLabel(step: PayStep): ConfirmLabel {
  const label = LABELS[step.at] as (step: PayStep) => ConfirmLabel;
  return label(step);
}
