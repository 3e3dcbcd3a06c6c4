import { accountId, isOrderId, RECIPIENT_HISTORY_MAX, type AccountId, type OrderId } from '@jawhara/domain';
import { stored } from './stored.ts';

/** Somebody this device has paid for, and how often. */
export interface PaidRecipient {
  readonly accountId: AccountId;
  readonly times: number;
  /** The newest order that was counted: an order told of twice is one payment. */
  readonly orderId: OrderId;
}

const isCount = (json: unknown): json is number => Number.isSafeInteger(json) && (json as number) > 0;

function parsePaid(json: unknown): PaidRecipient | null {
  const { id, times, order } = json as Record<string, unknown>;
  if (!isCount(id) || !isCount(times) || typeof order !== 'string' || !isOrderId(order)) return null;
  return { accountId: accountId(id), times, orderId: order };
}

/** Newest first. Whoever was only looked up is not among them. */
export const storedPaidRecipients = stored<readonly PaidRecipient[]>({
  key: 'paid_recipients',
  parse: (json) => (Array.isArray(json) ? json.map(parsePaid).filter((paid) => paid !== null) : null),
  format: (all) => all.map(({ accountId: id, times, orderId: order }) => ({ id, times, order })),
});

export function countPaidRecipient(id: AccountId, orderId: OrderId): void {
  const all = storedPaidRecipients.read() ?? [];
  const known = all.find((one) => one.accountId === id);
  if (known?.orderId === orderId) return;
  const paid: PaidRecipient = { accountId: id, times: (known?.times ?? 0) + 1, orderId };
  const others = all.filter((one) => one.accountId !== id);
  storedPaidRecipients.write([paid, ...others].slice(0, RECIPIENT_HISTORY_MAX));
}
