import { parse, wireRecipient } from '@jawhara/contract';
import {
  accountId,
  RECIPIENT_HISTORY_MAX,
  type AccountId,
  type Recipient,
  isOrderId,
  orderMadeAt,
  type OrderId,
} from '@jawhara/domain';
import { stored } from './stored.ts';

export function parseRecipient(json: unknown): Recipient | null {
  const reading = parse(wireRecipient, json);
  return reading.kind === 'parsed' ? reading.value : null;
}

/** The recipient of the next payment. */
export const storedRecipient = stored<Recipient>({
  key: 'recipient',
  parse: parseRecipient,
  format: (recipient) => wireRecipient.write(recipient),
});

/** All recipients chosen on this device, newest first. A broken entry does not affect the others. */
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

/** The history with the newest recipient at its start, without duplicates and cut to the limit. */
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

/** Recipients that this payer has confirmed or paid for, newest first: they need no further confirmation. */
export const storedConfirmedRecipients = stored<readonly AccountId[]>({
  key: 'confirmed_recipients',
  parse: (json) => (Array.isArray(json) ? json.map(parseAccountId).filter((id) => id !== null) : null),
  format: (ids) => ids,
});

/** A recipient who was paid for, and how often. */
export interface PaidRecipient {
  readonly accountId: AccountId;
  readonly times: number;
  /**
   * The newest order of this device that was counted, so that an order reported twice counts once. Null: paid for on
   * other devices only.
   */
  readonly orderId: OrderId | null;
  readonly firstMs: number;
  readonly lastMs: number;
}

const isCount = (json: unknown): json is number => Number.isSafeInteger(json) && (json as number) > 0;

function parsePaid(json: unknown): PaidRecipient | null {
  const { id, times, order, first, last } = json as Record<string, unknown>;
  const orderId = typeof order === 'string' && isOrderId(order) ? order : null;
  const madeMs = orderId === null ? last : orderMadeAt(orderId).getTime();
  if (!isCount(id) || !isCount(times) || !isCount(madeMs)) return null;
  const lastMs = isCount(last) ? last : madeMs;
  return { accountId: accountId(id), times, orderId, firstMs: isCount(first) ? first : lastMs, lastMs };
}

/** The recipients paid for, newest first, without those who were only looked up. */
export const storedPaidRecipients = stored<readonly PaidRecipient[]>({
  key: 'paid_recipients',
  parse: (json) => (Array.isArray(json) ? json.map(parsePaid).filter((paid) => paid !== null) : null),
  format: (all) =>
    all.map(({ accountId: id, times, orderId: order, firstMs: first, lastMs: last }) => ({
      id,
      times,
      order,
      first,
      last,
    })),
});

/** Stores that the payer has confirmed this recipient, or paid for them. */
export function confirmRecipient(id: AccountId): void {
  const others = (storedConfirmedRecipients.read() ?? []).filter((known) => known !== id);
  storedConfirmedRecipients.write([id, ...others].slice(0, RECIPIENT_HISTORY_MAX));
}

/** Removes a recipient who was chosen by mistake. */
export function forgetRecipient(mistaken: Recipient): void {
  const others = (storedRecipientHistory.read() ?? []).filter(
    (known) => known.accountId !== mistaken.accountId,
  );
  storedRecipientHistory.write(others);
  if (storedRecipient.read()?.accountId === mistaken.accountId) storedRecipient.forget();
}

/** Counts a paid order of the recipient. Called only after a payment, so no first load contains it. */
export function countPaidRecipient(id: AccountId, orderId: OrderId): void {
  const all = storedPaidRecipients.read() ?? [];
  const known = all.find((one) => one.accountId === id);
  if (known?.orderId === orderId) return;
  const lastMs = orderMadeAt(orderId).getTime();
  const paid = {
    accountId: id,
    times: (known?.times ?? 0) + 1,
    orderId,
    firstMs: known?.firstMs ?? lastMs,
    lastMs,
  };
  const others = all.filter((one) => one.accountId !== id);
  storedPaidRecipients.write([paid, ...others].slice(0, RECIPIENT_HISTORY_MAX));
}
