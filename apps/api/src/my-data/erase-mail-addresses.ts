import { devicesOf } from '../accounts/account.store.ts';
import { eraseAddressesOf } from '../mails/end-address.ts';
import { ordersOfPayer } from '../orders/store/own-orders.store.ts';
import type { Tx } from '../platform/postgres.ts';
import type { DataSubject } from './read-my-data.ts';

/** As many orders as "my data" shows. */
const ORDERS_MAX = 1_000;

/** [ORD-21] Deletes the mail addresses that a payer gave with orders. */
export async function eraseMailAddresses(
  tx: Tx,
  { device, accountId }: DataSubject,
  at: Date,
): Promise<void> {
  const account = accountId === null ? null : { id: accountId, devices: await devicesOf(tx, accountId) };
  const orders = await ordersOfPayer(tx, { device, account }, ORDERS_MAX);
  await eraseAddressesOf(
    tx,
    orders.map(({ id }) => id),
    at,
  );
}
