import { describe, expect, it } from 'vitest';
import { STATES } from './test/purchase-samples.ts';
import { mayBeSent } from './purchase-view.ts';

describe('mayBeSent', () => {
  it('mayBeSent is true for exactly the states in which an order may have been sent and is still undecided', () => {
    const under = Object.values(STATES).filter(mayBeSent);
    expect(under.map(({ at }) => at).toSorted()).toEqual([
      'bank-check',
      'cancelling',
      'confirming',
      'finding',
      'opening',
      'other-card',
      'paying-again',
      'placing',
      'reading-other-card',
      'sent-away',
      'sheet-deciding',
      'sheet-paying',
      'tokenising',
      'unsure',
      'watching',
    ]);
  });
});
