import { recipientModeOf } from '@jawhara/domain';
import type { ChildMode } from './step-names.ts';

/**
 * The part of HOME that says whom for.
 * enter: the field for an id. list: the faces of the past to choose from. switch: somebody is chosen, with the way to others.
 */
export interface RecipientPanel {
  readonly mode: ChildMode;
  readonly hasRecipient: boolean;
  readonly hasHistory: boolean;
}

export type RecipientPanelEvent =
  /** Somebody was found, chosen, refused or forgotten. */
  | { readonly type: 'recipient-known'; readonly hasRecipient: boolean; readonly hasHistory: boolean }
  | { readonly type: 'others-pressed' }
  | { readonly type: 'other-id-pressed' }
  | { readonly type: 'panel-closed' };

type Known = Pick<RecipientPanel, 'hasRecipient' | 'hasHistory'>;

export function openRecipientPanel(known: Known): RecipientPanel {
  return { ...known, mode: recipientModeOf(known) };
}

/** Something was opened over the resting part, which Back closes before it does anything else. */
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
