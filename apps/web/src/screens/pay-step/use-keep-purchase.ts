import type { OrderInfo } from '@jawhara/contract';
import { useEffect } from 'react';
import { useKnownCardOfOrder } from '../../api/card-of-order.ts';
import { storedLastPaidAmount } from '../../host/stored-purchase.ts';
import { storedLastOrderId } from '../../host/stored-last-order-id.ts';
import { storedLastPurchase } from '../../host/stored-last-purchase.ts';

/** What the next visit may offer once more. The card is told later than the success. */
export function useKeepPurchase(paid: OrderInfo | null): void {
  const card = useKnownCardOfOrder(paid?.orderId ?? null)?.sourceId ?? null;
  useEffect(() => {
    if (paid === null) return;
    const { orderId, purpose, priceUsdCents: amount, recipient } = paid;
    storedLastPaidAmount.write(amount);
    // A link may show a paid order of anybody; only gems that this device paid for itself are offered again.
    const isOurs = purpose === 'gems' && storedLastOrderId.read() === orderId;
    if (isOurs) storedLastPurchase.write({ amount, recipient, card });
  }, [paid, card]);
}
