import { expect, it } from 'vitest';
import { purchase } from './purchase.ts';
import { E, order, OTHER_ORDER, STATES } from './test/purchase-samples.ts';

it('an answer about another order changes nothing in the current purchase', () => {
  for (const [at, type] of [
    ['cancelling', 'cancelled'],
    ['cancelling', 'cancel-refused'],
    ['confirming', 'confirmed'],
    ['confirming', 'confirm-lost'],
    ['opening', 'order-missing'],
    ['opening', 'order-lost'],
  ] as const)
    expect(purchase({ ...STATES[at], orderId: OTHER_ORDER }, E(type))[0]).toMatchObject({
      at,
      orderId: OTHER_ORDER,
    });
  const opening = { ...STATES.opening, orderId: OTHER_ORDER };
  expect(purchase(opening, { type: 'order-read', order: order('paid') })).toEqual([opening]);
});
