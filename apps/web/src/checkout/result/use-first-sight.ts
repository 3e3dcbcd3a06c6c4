import type { OrderId } from '@jawhara/domain';
import { useEffect, useState } from 'react';
import { storedLastOrderId } from '../../browser/storage/stored-last-order-id.ts';
import { storedSeenPaid } from '../../browser/storage/stored-seen-paid.ts';

/** The order this device has just placed is seen paid for the first time: not after a reload, and not among older orders. */
export function useFirstSight(orderId: OrderId): boolean {
  const [isFirst] = useState(() => storedLastOrderId.read() === orderId && storedSeenPaid.read() !== orderId);
  useEffect(() => storedSeenPaid.write(orderId), [orderId]);
  return isFirst;
}
