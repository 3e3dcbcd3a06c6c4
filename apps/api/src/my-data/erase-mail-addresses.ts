import type { Owner } from '@jawhara/domain';
import { eraseAddressesOf } from '../mails/end-address.ts';
import { ordersOf } from '../orders/store/own-orders.store.ts';
import type { Tx } from '../platform/postgres.ts';

/** As many orders as "my data" shows. */
const ORDERS_MAX = 1_000;

/** [ORD-21] Deletes the mail addresses that a payer gave with orders, and none of other people who use the same device. */
export async function eraseMailAddresses(tx: Tx, owner: Owner, at: Date): Promise<void> {
  const orders = await ordersOf(tx, owner, { most: ORDERS_MAX });
  await eraseAddressesOf(
    tx,
    orders.map(({ id }) => id),
    at,
  );
}
