import { expect, it } from 'vitest';
import { ACCOUNT_STATUS_CODES, accountId, type Account, type AccountStatus } from '../account/account.ts';
import type { DisplayId } from './display-id.ts';
import {
  RECHARGE_REFUSALS,
  recipientModeOf,
  recipientOf,
  refusalOfStatus,
  whyNotRechargeable,
  type RechargeRefusal,
} from './recipient.ts';

const NOURA: Account = {
  id: accountId(71),
  displayId: '5048213' as DisplayId,
  nickname: 'Noura',
  iconUrl: 'https://img.example/71.png',
  status: 'normal',
  isGuest: false,
  source: 'social',
};

const STATUSES = Object.keys(ACCOUNT_STATUS_CODES) as AccountStatus[];

it('a normal account of this app can get gems', () => {
  expect(whyNotRechargeable(NOURA, 'social')).toBeNull();
  expect(whyNotRechargeable({ ...NOURA, source: 'ludo' }, 'ludo')).toBeNull();
});

it.each([
  ['banned', 'banned'],
  ['deactivated', 'deactivated'],
  ['deactivating', 'being-cancelled'],
  ['not-existing', 'not-found'],
  ['source-mismatch', 'source-mismatch'],
] as const)('[RCP-03] a recipient account that is %s is refused as %s', (status, refusal) => {
  expect(whyNotRechargeable({ ...NOURA, status }, 'social')).toBe(refusal);
});

it('[RCP-03] a guest account is refused as a recipient', () => {
  expect(whyNotRechargeable({ ...NOURA, isGuest: true }, 'social')).toBe('guest');
});

it('[RCP-03] an account of another app is refused as a recipient', () => {
  expect(whyNotRechargeable(NOURA, 'ludo')).toBe('source-mismatch');
});

it('[RCP-04] on the social app’s site a ludo account is refused as a recipient with a reason of its own', () => {
  expect(whyNotRechargeable({ ...NOURA, source: 'ludo' }, 'social')).toBe('ludo-account');
});

it('a recipient refused for several reasons is told the first: the account’s status, then being a guest, then belonging to another app', () => {
  expect(whyNotRechargeable({ ...NOURA, status: 'banned', isGuest: true, source: 'ludo' }, 'social')).toBe(
    'banned',
  );
  expect(whyNotRechargeable({ ...NOURA, isGuest: true, source: 'ludo' }, 'social')).toBe('guest');
});

it('[RCP-03] only a normal, non-guest account of this app is accepted as a recipient, and each refusal reason occurs', () => {
  const seen = new Set<RechargeRefusal>();
  for (const status of STATUSES) {
    for (const isGuest of [true, false]) {
      for (const source of ['social', 'ludo'] as const) {
        for (const site of ['social', 'ludo'] as const) {
          const refusal = whyNotRechargeable({ ...NOURA, status, isGuest, source }, site);
          expect(refusal === null).toBe(status === 'normal' && !isGuest && source === site);
          if (refusal) seen.add(refusal);
        }
      }
    }
  }
  expect([...seen].toSorted()).toEqual([...RECHARGE_REFUSALS].toSorted());
});

it('a recipient shows only account id, display id, nickname and picture', () => {
  expect(recipientOf(NOURA)).toEqual({
    accountId: 71,
    displayId: '5048213',
    nickname: 'Noura',
    iconUrl: 'https://img.example/71.png',
  });
});

it('[RCP-10] every account status except normal gives a reason for refusal', () => {
  expect(STATUSES.filter((status) => refusalOfStatus(status) === null)).toEqual(['normal']);
  expect(refusalOfStatus('not-existing')).toBe('not-found');
});

it('the recipient step shows an id field, the list of recent recipients or a switch to another one', () => {
  expect(recipientModeOf({ hasRecipient: false, hasHistory: false })).toBe('enter');
  expect(recipientModeOf({ hasRecipient: false, hasHistory: true })).toBe('list');
  expect(recipientModeOf({ hasRecipient: true, hasHistory: false })).toBe('switch');
});
