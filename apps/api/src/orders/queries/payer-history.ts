import type { PayerHistory } from '../../gem-packs/list-gem-packs.ts';
import { hasDelivered } from '../store/order.store.ts';

export const payerHistory: PayerHistory = {
  delivered: (db, { recipientId, device }) => hasDelivered(db, recipientId, device),
};
