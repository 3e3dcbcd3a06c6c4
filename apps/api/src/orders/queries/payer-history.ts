import type { PayerHistory } from '../../gem-packs/list-gem-packs.ts';
import type { Db } from '../../platform/postgres.ts';
import { hasDeliveredFrom, hasDeliveredTo } from '../store/order.store.ts';

export function payerHistory(db: Db): PayerHistory {
  return {
    async hasBeenDelivered({ recipientId, device }) {
      const [account, fromDevice] = await Promise.all([
        recipientId === null ? false : hasDeliveredTo(db, recipientId),
        hasDeliveredFrom(db, device),
      ]);
      return { account, device: fromDevice };
    },
  };
}
