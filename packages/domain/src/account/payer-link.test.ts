import { describe, expect, it } from 'vitest';
import { accountId } from './account.ts';
import { isLinkedToPayer } from './payer-link.ts';

const recipient = accountId(1);
const friend = accountId(2);

describe('the payer of a charged-back order', () => {
  it.each([
    ['was the recipient itself', recipient, false, true],
    ['paid as a visitor on a device once logged in as the recipient', null, true, true],
    ['was another account on a device of both', friend, true, true],
    ['was a friend on a device of their own', friend, false, false],
    ['was a stranger', null, false, false],
  ])('[ORD-14] %s', (_who, payer, hasDeviceBeenRecipient, isLinked) => {
    expect(isLinkedToPayer(recipient, { accountId: payer, hasDeviceBeenRecipient })).toBe(isLinked);
  });
});
