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

it('a normal account of this app can be recharged', () => {
  expect(whyNotRechargeable(NOURA, 'social')).toBeNull();
  expect(whyNotRechargeable({ ...NOURA, source: 'ludo' }, 'ludo')).toBeNull();
});

it.each([
  ['banned', 'banned'],
  ['deactivated', 'deactivated'],
  ['deactivating', 'being-cancelled'],
  ['not-existing', 'not-found'],
  ['source-mismatch', 'source-mismatch'],
] as const)('[RCP-03] an account that is %s is refused as %s', (status, refusal) => {
  expect(whyNotRechargeable({ ...NOURA, status }, 'social')).toBe(refusal);
});

it('[RCP-03] a guest is refused', () => {
  expect(whyNotRechargeable({ ...NOURA, isGuest: true }, 'social')).toBe('guest');
});

it('[RCP-03] an account of another app is refused', () => {
  expect(whyNotRechargeable(NOURA, 'ludo')).toBe('source-mismatch');
});

it('[RCP-04] a ludo account is refused on the site of the social app, in its own words', () => {
  expect(whyNotRechargeable({ ...NOURA, source: 'ludo' }, 'social')).toBe('ludo-account');
});

it('the first reason is told: status, then guest, then app', () => {
  expect(whyNotRechargeable({ ...NOURA, status: 'banned', isGuest: true, source: 'ludo' }, 'social')).toBe(
    'banned',
  );
  expect(whyNotRechargeable({ ...NOURA, isGuest: true, source: 'ludo' }, 'social')).toBe('guest');
});

it('[RCP-03] only a normal, known account of this app passes; every refusal happens to somebody', () => {
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

it('a recipient is a face and a name, and nothing of the account beyond', () => {
  expect(recipientOf(NOURA)).toEqual({
    accountId: 71,
    displayId: '5048213',
    nickname: 'Noura',
    iconUrl: 'https://img.example/71.png',
  });
});

it('[RCP-10] a status alone says why, and only a normal one says nothing', () => {
  expect(STATUSES.filter((status) => refusalOfStatus(status) === null)).toEqual(['normal']);
  expect(refusalOfStatus('not-existing')).toBe('not-found');
});

it('enters, lists or switches', () => {
  expect(recipientModeOf({ hasRecipient: false, hasHistory: false })).toBe('enter');
  expect(recipientModeOf({ hasRecipient: false, hasHistory: true })).toBe('list');
  expect(recipientModeOf({ hasRecipient: true, hasHistory: false })).toBe('switch');
});
