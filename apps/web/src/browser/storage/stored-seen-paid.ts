import { isOrderId, type OrderId } from '@jawhara/domain';
import { stored } from './stored.ts';

/** The order whose success was shown last. */
export const storedSeenPaid = stored<OrderId>({
  key: 'seen_paid',
  parse: (json) => (typeof json === 'string' && isOrderId(json) ? json : null),
  format: (id) => id,
});
