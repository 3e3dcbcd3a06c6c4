import { describe, expect, it } from 'vitest';
import { accountId, isOwnedBy } from './account.ts';

const noura = accountId(1);
const salem = accountId(2);

describe('who may read an order or card', () => {
  it.each([
    // row's account, row's device, caller's account, caller's device, may read
    [null, 'phone', null, 'phone', true],
    [null, 'phone', noura, 'phone', true],
    [null, 'phone', null, 'laptop', false],
    [null, 'phone', noura, 'laptop', false],
    [noura, 'phone', noura, 'phone', true],
    [noura, 'phone', noura, 'laptop', true],
    [noura, 'phone', null, 'phone', false],
    [noura, 'phone', salem, 'phone', false],
    [noura, 'phone', salem, 'laptop', false],
  ] as const)(
    '[ORD-19] [CRD-09] an order or card of %s on the %s, read by %s on the %s: may read is %s',
    (owner, device, account, asking, mayRead) => {
      const row = { device, accountId: owner };
      expect(isOwnedBy(row, { device: asking, accountId: account })).toBe(mayRead);
    },
  );
});
