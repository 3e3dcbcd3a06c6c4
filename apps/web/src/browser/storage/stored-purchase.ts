import { isOrderId, usdCents, type OrderId, type UsdCents } from '@jawhara/domain';
import { stored } from './stored.ts';

export function parseCents(json: unknown): UsdCents | null {
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

/** An order that nobody has decided yet, as far as this device knows. */
export const storedOpenOrderId = stored<OrderId>({
  key: 'open_order_id',
  parse: parseOrderId,
  format: (id) => id,
});
