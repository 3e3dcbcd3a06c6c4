import type { PayerHistory } from '../../gem-packs/list-gem-packs.ts';
import type { Db } from '../../platform/postgres.ts';
import { hasDelivered } from '../store/order.store.ts';

export function payerHistory(db: Db): PayerHistory {
  return {
    async hasBeenDelivered({ recipientId, device }) {
      return hasDelivered(db, recipientId, device);
    },
  };
}
