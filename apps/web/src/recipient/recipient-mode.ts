import type { Recipient } from '@jawhara/domain';

/** ENTER: nobody known. LIST: nobody chosen, but faces of the past. SWITCH: somebody chosen, and the way to others. */
export type RecipientMode = 'ENTER' | 'LIST' | 'SWITCH';

export function recipientMode(selected: Recipient | null, history: readonly Recipient[]): RecipientMode {
  if (selected !== null) return 'SWITCH';
  return history.length > 0 ? 'LIST' : 'ENTER';
}
