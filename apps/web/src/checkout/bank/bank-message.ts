import { isOrderId, type OrderId } from '@jawhara/domain';

/** What /bank-return.html tells the page that holds it. */
const BANK_RETURNED = 'bank-returned';

/** The order the payer came back for, if this message is really our own return page speaking. */
export function readBankMessage(event: MessageEvent<unknown>, ownOrigin: string): OrderId | null {
  if (event.origin !== ownOrigin) return null;
  const { data } = event;
  if (typeof data !== 'object' || data === null) return null;
  const { type, orderId } = data as Record<string, unknown>;
  return type === BANK_RETURNED && typeof orderId === 'string' && isOrderId(orderId) ? orderId : null;
}
