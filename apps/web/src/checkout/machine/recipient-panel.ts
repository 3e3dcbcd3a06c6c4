import { recipientModeOf } from '@jawhara/domain';
import type { ChildMode } from './step-names.ts';

/**
 * The part of HOME, the first step, that shows the recipient. enter: the field for an id. list: recent recipients to choose from.
 * switch: a recipient is chosen, with a way to the others.
 */
export interface RecipientPanel {
  readonly mode: ChildMode;
  readonly hasRecipient: boolean;
  readonly hasHistory: boolean;
}

export type RecipientPanelEvent =
  /** A recipient was found, chosen, refused or removed. */
  | { readonly type: 'recipient-known'; readonly hasRecipient: boolean; readonly hasHistory: boolean }
  | { readonly type: 'others-pressed' }
  | { readonly type: 'other-id-pressed' }
  | { readonly type: 'panel-closed' };

type RecipientFacts = Pick<RecipientPanel, 'hasRecipient' | 'hasHistory'>;

export function openRecipientPanel(known: RecipientFacts): RecipientPanel {
  return { ...known, mode: recipientModeOf(known) };
}

/** True while another mode than the default is open; Back closes it first. */
export function isPanelOpen(page: RecipientPanel): boolean {
  return page.mode !== recipientModeOf(page);
}

export function recipientPanel(page: RecipientPanel, event: RecipientPanelEvent): RecipientPanel {
  switch (event.type) {
    case 'recipient-known':
      return openRecipientPanel({ hasRecipient: event.hasRecipient, hasHistory: event.hasHistory });
    case 'others-pressed':
      return { ...page, mode: page.hasHistory ? 'list' : 'enter' };
    case 'other-id-pressed':
      return { ...page, mode: 'enter' };
    default:
      return openRecipientPanel(page);
  }
}
