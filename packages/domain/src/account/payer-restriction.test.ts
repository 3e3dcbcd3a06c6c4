import { describe, expect, it } from 'vitest';
import { accountId } from './account.ts';
import { isLinkedToPayer, KINDS_A_FINE_FREES, whyMayNotPay } from './payer-restriction.ts';

const recipient = accountId(1);
const friend = accountId(2);

describe('the payer of a charged-back order', () => {
  it.each([
    ['is the recipient', recipient, false, true],
    ['is a visitor on a device once logged in as the recipient', null, true, true],
    ['is another account on a device both have used', friend, true, true],
    ['is a friend’s account on another device', friend, false, false],
    ['is an unrelated visitor', null, false, false],
  ])(
    '[ORD-14] whether a charged-back order’s payer is linked to the recipient, when the payer %s',
    (_who, payer, hasDeviceBeenRecipient, isLinked) => {
      expect(isLinkedToPayer(recipient, { accountId: payer, hasDeviceBeenRecipient })).toBe(isLinked);
    },
  );
});

describe('a restricted payer', () => {
  it('[ORD-14] a restricted payer may not buy gems; an account or device restriction is reported before a card restriction', () => {
    expect(whyMayNotPay('gems', ['device'])).toBe('payer-restricted');
    expect(whyMayNotPay('gems', ['card', 'account'])).toBe('payer-restricted');
    expect(whyMayNotPay('gems', ['card'])).toBe('card-restricted');
    expect(whyMayNotPay('gems', [])).toBeNull();
  });

  it('[ORD-14] a restricted payer may still pay a fine, even with a restricted account, device or card', () => {
    expect(whyMayNotPay('fine', ['account', 'device', 'card'])).toBeNull();
  });

  it('[ORD-14] paying a fine lifts the restriction of the account and the device, but not that of the disputed card', () => {
    expect(KINDS_A_FINE_FREES).toEqual(['account', 'device']);
  });
});
