import { parse, wireRecipient } from '@jawhara/contract';
import { RECIPIENT_HISTORY_MAX, type Recipient } from '@jawhara/domain';
import { stored } from './stored.ts';

function parseRecipient(json: unknown): Recipient | null {
  const reading = parse(wireRecipient, json);
  return reading.kind === 'parsed' ? reading.value : null;
}

/** Whom the next payment is for. */
export const storedRecipient = stored<Recipient>({
  key: 'recipient',
  parse: parseRecipient,
  format: (recipient) => wireRecipient.write(recipient),
});

/** Everybody this device has chosen before, newest first. One broken entry does not cost the others. */
export const storedRecipientHistory = stored<readonly Recipient[]>({
  key: 'recipient_history',
  parse: (json) =>
    Array.isArray(json)
      ? json
          .map(parseRecipient)
          .filter((recipient) => recipient !== null)
          .slice(0, RECIPIENT_HISTORY_MAX)
      : null,
  format: (recipients) => recipients.map((recipient) => wireRecipient.write(recipient)),
});

/** Newest first, nobody twice, never more than the limit. */
export function withRecipientFirst(history: readonly Recipient[], newest: Recipient): Recipient[] {
  const others = history.filter((known) => known.accountId !== newest.accountId);
  return [newest, ...others].slice(0, RECIPIENT_HISTORY_MAX);
}

export function rememberRecipient(recipient: Recipient): void {
  storedRecipient.write(recipient);
  storedRecipientHistory.write(withRecipientFirst(storedRecipientHistory.read() ?? [], recipient));
}
