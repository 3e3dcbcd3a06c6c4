import { expect, it } from 'vitest';
import {
  recipientPanel,
  isPanelOpen,
  openRecipientPanel,
  type RecipientPanel,
  type RecipientPanelEvent,
} from './recipient-panel.ts';

const NOBODY = { hasRecipient: false, hasHistory: false };
const FACES = { hasRecipient: false, hasHistory: true };
const SOMEBODY = { hasRecipient: true, hasHistory: true };
const SOMEBODY_NEW = { hasRecipient: true, hasHistory: false };

it.each([
  [NOBODY, 'enter'],
  [FACES, 'list'],
  [SOMEBODY, 'switch'],
  [SOMEBODY_NEW, 'switch'],
] as const)('[STP-01] with %j the recipient panel opens in the mode %s', (known, mode) => {
  expect(openRecipientPanel(known).mode).toBe(mode);
});

it.each([
  ['others-pressed', SOMEBODY, 'list'],
  ['others-pressed', SOMEBODY_NEW, 'enter'],
  ['other-id-pressed', SOMEBODY, 'enter'],
  ['other-id-pressed', FACES, 'enter'],
  ['panel-closed', SOMEBODY, 'switch'],
] as const)('[STP-01] the event %s with %j leads the recipient panel to the mode %s', (type, known, mode) => {
  expect(recipientPanel(openRecipientPanel(known), { type }).mode).toBe(mode);
});

it('[STP-01] choosing a recipient closes the panel; removing the recipient opens the list or the id entry', () => {
  const typing = recipientPanel(openRecipientPanel(FACES), { type: 'other-id-pressed' });
  expect(recipientPanel(typing, { type: 'recipient-known', ...SOMEBODY }).mode).toBe('switch');
  expect(recipientPanel(openRecipientPanel(SOMEBODY), { type: 'recipient-known', ...FACES }).mode).toBe(
    'list',
  );
  expect(recipientPanel(openRecipientPanel(SOMEBODY_NEW), { type: 'recipient-known', ...NOBODY }).mode).toBe(
    'enter',
  );
});

it('[STP-01] the recipient panel can be closed from every mode', () => {
  const events: RecipientPanelEvent[] = [{ type: 'others-pressed' }, { type: 'other-id-pressed' }];
  for (const known of [NOBODY, FACES, SOMEBODY, SOMEBODY_NEW]) {
    let page: RecipientPanel = openRecipientPanel(known);
    for (const event of events) {
      page = recipientPanel(page, event);
      expect(isPanelOpen(recipientPanel(page, { type: 'panel-closed' }))).toBe(false);
    }
  }
});
