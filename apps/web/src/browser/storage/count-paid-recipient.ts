import { orderMadeAt, RECIPIENT_HISTORY_MAX, type AccountId, type OrderId } from '@jawhara/domain';
import { storedPaidRecipients } from './stored-paid-recipients.ts';

/** After a payment only: no first load carries it. */
export function countPaidRecipient(id: AccountId, orderId: OrderId): void {
  const all = storedPaidRecipients.read() ?? [];
  const known = all.find((one) => one.accountId === id);
  if (known?.orderId === orderId) return;
  const lastMs = orderMadeAt(orderId).getTime();
  const paid = {
    accountId: id,
    times: (known?.times ?? 0) + 1,
    orderId,
    firstMs: known?.firstMs ?? lastMs,
    lastMs,
  };
  const others = all.filter((one) => one.accountId !== id);
  storedPaidRecipients.write([paid, ...others].slice(0, RECIPIENT_HISTORY_MAX));
}
