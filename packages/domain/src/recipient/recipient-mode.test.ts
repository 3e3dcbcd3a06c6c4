import { expect, it } from 'vitest';
import { recipientModeOf } from './recipient-mode.ts';

it('enters, lists or switches', () => {
  expect(recipientModeOf({ hasRecipient: false, hasHistory: false })).toBe('enter');
  expect(recipientModeOf({ hasRecipient: false, hasHistory: true })).toBe('list');
  expect(recipientModeOf({ hasRecipient: true, hasHistory: false })).toBe('switch');
});
