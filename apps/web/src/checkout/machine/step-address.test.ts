import { expect, it } from 'vitest';
import { addressOfStep, addressOfSteps, cardOfPage, stepInAddress } from './step-address.ts';
import { NAMED_STEPS } from './step-names.ts';
import { CARDS, confirm, home, play, update } from './test/checkout-samples.ts';

it('every step that may be named is found again by its address', () => {
  for (const step of NAMED_STEPS) {
    const { searchParams } = new URL(addressOfStep(step), 'https://jawhara.test');
    expect(stepInAddress(searchParams.get('step'))).toBe(step);
  }
  for (const foreign of [null, '', 'returned', 'constructor']) expect(stepInAddress(foreign)).toBe('home');
});

it('an address names the step and never the card', () => {
  const onCvv = play(home([CARDS.valid13]), confirm())[0];
  expect(addressOfSteps(onCvv)).toBe('/pay-step?step=cvv');
  expect(cardOfPage(onCvv)).toBe(CARDS.valid13.sourceId);
});

it('HOME has a page of its own elsewhere, also under a date that is only updated', () => {
  for (const state of [home(), play(home([CARDS.expired13]), update(CARDS.expired13))[0]])
    expect([addressOfSteps(state), cardOfPage(state)]).toEqual([null, null]);
});
