import type { Recipient } from '@jawhara/domain';
import { storedRecipient, storedRecipientHistory } from './stored-recipients.ts';

/** Chosen by a slip of the finger: as if it never was. */
export function forgetRecipient(mistaken: Recipient): void {
  const others = (storedRecipientHistory.read() ?? []).filter(
    (known) => known.accountId !== mistaken.accountId,
  );
  storedRecipientHistory.write(others);
  if (storedRecipient.read()?.accountId === mistaken.accountId) storedRecipient.forget();
}
