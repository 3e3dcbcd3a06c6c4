import { expect, it } from 'vitest';
import { addressOfStep, addressOfSteps, cardOfPage, stepInAddress } from './step-address.ts';
import { NAMED_STEPS } from './step-names.ts';
import { CARDS, confirm, home, play, update } from './test/checkout-samples.ts';

it('every named step is found again from its address, and unknown names lead to HOME', () => {
  for (const step of NAMED_STEPS) {
    const { searchParams } = new URL(addressOfStep(step), 'https://jawhara.test');
    expect(stepInAddress(searchParams.get('step'))).toBe(step);
  }
  for (const foreign of [null, '', 'returned', 'constructor']) expect(stepInAddress(foreign)).toBe('home');
});

it('the address of a step contains the step and not the card', () => {
  const onCvv = play(home([CARDS.valid13]), confirm())[0];
  expect(addressOfSteps(onCvv)).toBe('/pay-step?step=cvv');
  expect(cardOfPage(onCvv)).toBe(CARDS.valid13.sourceId);
});

it('neither HOME nor updating a card’s date on HOME has a step address', () => {
  for (const state of [home(), play(home([CARDS.expired13]), update(CARDS.expired13))[0]])
    expect([addressOfSteps(state), cardOfPage(state)]).toEqual([null, null]);
});
