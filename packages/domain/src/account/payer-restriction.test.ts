import { describe, expect, it } from 'vitest';
import { accountId } from './account.ts';
import { isLinkedToPayer, KINDS_A_FINE_FREES, whyMayNotPay } from './payer-restriction.ts';

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

describe('a restricted payer', () => {
  it('[ORD-14] may not buy gems: account and device are named before the card, which another card would mend', () => {
    expect(whyMayNotPay('gems', ['device'])).toBe('payer-restricted');
    expect(whyMayNotPay('gems', ['card', 'account'])).toBe('payer-restricted');
    expect(whyMayNotPay('gems', ['card'])).toBe('card-restricted');
    expect(whyMayNotPay('gems', [])).toBeNull();
  });

  it('[ORD-14] may pay a fine, with anything: it is the way back', () => {
    expect(whyMayNotPay('fine', ['account', 'device', 'card'])).toBeNull();
  });

  it('[ORD-14] is free again after the fine, but the card that was disputed is not', () => {
    expect(KINDS_A_FINE_FREES).toEqual(['account', 'device']);
  });
});
