import { isOrderId, type OrderId } from '@jawhara/domain';
import { stored } from './stored.ts';

/** The order whose result ended a page view last: shown again, it ends no other. */
export const storedTrackedResult = stored<OrderId>({
  key: 'told_result',
  parse: (json) => (typeof json === 'string' && isOrderId(json) ? json : null),
  format: (id) => id,
});
