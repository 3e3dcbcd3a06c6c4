import { expect, it } from 'vitest';
import { pack } from '../test/checkout-samples.ts';
import { otherProviderChannel, untriedChannel } from './order-states.ts';

const PACK = pack(999, 23, 27, 24);

it('another card for the same order goes to a provider that was not tried yet', () => {
  expect(otherProviderChannel([23, 24], PACK, [13], 23)).toBe(24);
  expect(otherProviderChannel([27, 23, 24], PACK, [17], 23)).toBe(23);
  expect(otherProviderChannel([27, 23, 24], pack(999, 23, 24), [13], 23)).toBe(24);
});

it('when every provider was tried no other card is offered, and a card step that is open keeps the best provider', () => {
  expect(untriedChannel([23, 24], PACK, [13])).toBe(24);
  expect(untriedChannel([24], PACK, [6])).toBeNull();
  expect(untriedChannel([23, 24], PACK, [13, 6])).toBeNull();
  expect(untriedChannel([27, 23], pack(999, 23), [13])).toBeNull();
  expect(otherProviderChannel([23, 24], PACK, [13, 6], 23)).toBe(23);
  expect(otherProviderChannel([], PACK, null, 24)).toBe(24);
});
