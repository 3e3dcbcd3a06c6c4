import { expect, it } from 'vitest';
import { statusSeen } from './status-seen.ts';

it('[RCP-08] an unknown account does not exist, one of the other app mismatches, any other is what it is', () => {
  expect(statusSeen(null, 'social')).toBe('not-existing');
  expect(statusSeen({ status: 'normal', source: 'ludo' }, 'social')).toBe('source-mismatch');
  expect(statusSeen({ status: 'banned', source: 'ludo' }, 'social')).toBe('source-mismatch');
  expect(statusSeen({ status: 'normal', source: 'ludo' }, 'ludo')).toBe('normal');
  expect(statusSeen({ status: 'deactivating', source: 'social' }, 'social')).toBe('deactivating');
});
