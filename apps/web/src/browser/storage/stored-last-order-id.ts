import { isOrderId, type OrderId } from '@jawhara/domain';
import { stored } from './stored.ts';

export const storedLastOrderId = stored<OrderId>({
  key: 'last_order_id',
  parse: (json) => (typeof json === 'string' && isOrderId(json) ? json : null),
  format: (id) => id,
});
