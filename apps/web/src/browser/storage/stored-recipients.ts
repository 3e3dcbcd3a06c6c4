import { parse, wireRecipient } from '@jawhara/contract';
import { accountId, RECIPIENT_HISTORY_MAX, type AccountId, type Recipient } from '@jawhara/domain';
import { stored } from './stored.ts';

export function parseRecipient(json: unknown): Recipient | null {
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

function parseAccountId(json: unknown): AccountId | null {
  return typeof json === 'number' && Number.isSafeInteger(json) && json > 0 ? accountId(json) : null;
}

/** Whose face this payer has seen and said yes to, or paid for: they are not asked about again. Newest first. */
export const storedConfirmedRecipients = stored<readonly AccountId[]>({
  key: 'confirmed_recipients',
  parse: (json) => (Array.isArray(json) ? json.map(parseAccountId).filter((id) => id !== null) : null),
  format: (ids) => ids,
});
