import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { expect, vi } from 'vitest';
import { postToCheckoutCom } from './checkout-com-post.ts';
import type { Shop } from './shop.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

/** Sends an event about a payment or a dispute, signed as Checkout.com signs. */
export async function tellCheckoutCom(shop: Shop, type: string, data: object): Promise<void> {
  const body = {
    id: `evt_${randomUUID()}`,
    type,
    version: '1.0.0',
    created_on: new Date().toISOString(),
    data,
  };
  expect(await postToCheckoutCom(shop, body)).toBe(200);
}

/** Waits until every webhook of the order is processed. */
export async function allProcessed(shop: Shop, orderId: OrderId): Promise<void> {
  const waiting = () =>
    shop.db`select from notifications where order_id = ${orderId} and processed_at is null`;
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(0), {
    timeout: PATIENCE_MS,
    interval: 50,
  });
}

export async function alertKinds(shop: Shop, orderId: OrderId): Promise<string[]> {
  const rows = await shop.db<
    { kind: string }[]
  >`select kind from alerts where order_id = ${orderId} order by kind`;
  return rows.map(({ kind }) => kind);
}
