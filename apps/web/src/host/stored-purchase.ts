import { isOrderId, usdCents, type OrderId, type UsdCents } from '@jawhara/domain';
import { stored } from './stored.ts';

function parseCents(json: unknown): UsdCents | null {
  return typeof json === 'number' && Number.isSafeInteger(json) && json > 0 ? usdCents(json) : null;
}

function parseOrderId(json: unknown): OrderId | null {
  return typeof json === 'string' && isOrderId(json) ? json : null;
}

/** The pack being bought; survives a reload, unlike anything typed into a card field. */
export const storedChosenAmount = stored<UsdCents>({
  key: 'chosen_amount',
  parse: parseCents,
  format: (cents) => cents,
});

/** The amount of the last payment that went through. */
export const storedLastPaidAmount = stored<UsdCents>({
  key: 'last_pay_amount',
  parse: parseCents,
  format: (cents) => cents,
});

export const storedLastOrderId = stored<OrderId>({
  key: 'last_order_id',
  parse: parseOrderId,
  format: (id) => id,
});

/** An order that nobody has decided yet, as far as this device knows. */
export const storedOpenOrderId = stored<OrderId>({
  key: 'open_order_id',
  parse: parseOrderId,
  format: (id) => id,
});

/** A request that left, or was about to leave, and whose answer never came. Holds no token and nothing of a card. */
export interface PendingRequest {
  readonly requestId: string;
  readonly sentAtMs: number;
}

export const storedPendingRequest = stored<PendingRequest>({
  key: 'pending_request',
  parse: (json) => {
    if (typeof json !== 'object' || json === null) return null;
    const { request_id: requestId, sent_at: sentAtMs } = json as Record<string, unknown>;
    if (typeof requestId !== 'string' || typeof sentAtMs !== 'number') return null;
    return { requestId, sentAtMs };
  },
  format: (pending) => ({ request_id: pending.requestId, sent_at: pending.sentAtMs }),
});
