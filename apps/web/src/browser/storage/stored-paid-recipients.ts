import { accountId, isOrderId, orderMadeAt, type AccountId, type OrderId } from '@jawhara/domain';
import { stored } from './stored.ts';

/** Somebody who was paid for, and how often. */
export interface PaidRecipient {
  readonly accountId: AccountId;
  readonly times: number;
  /** The newest order of this device that was counted: an order told of twice is one payment. Null: paid for elsewhere only. */
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

/** Newest first. Whoever was only looked up is not among them. */
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
