import { randomUUID } from 'node:crypto';
import type { CardSourceId, OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../platform/postgres.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { questionAnd } from './card-question.store.ts';
import { beingForgotten, forgetLater } from './card-to-forget.store.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('[CRD-10] the queued deletion of a card at its provider can be cancelled until it was first tried', async () => {
  const name = {
    provider: 13,
    sourceId: `src_${randomUUID()}` as CardSourceId,
    payerReference: 'p',
  } as const;
  const { sourceId } = name;
  const key = { orderId: randomUUID() as OrderId, provider: 13 } as const;
  await inTransaction(shop.db, async (tx) => {
    const isBeingForgotten = async (): Promise<boolean> =>
      (await questionAnd(tx, key, beingForgotten(tx, name))).also;
    await forgetLater(tx, [name], 'said-no', new Date(Date.now() + 3_600_000));
    await tx`update cards_to_forget set tries = 1 where source_id = ${sourceId}`;
    expect(await isBeingForgotten()).toBe(true);
    expect(await tx`select from cards_to_forget where source_id = ${sourceId}`).toHaveLength(1);
    await tx`update cards_to_forget set tries = 0 where source_id = ${sourceId}`;
    expect(await isBeingForgotten()).toBe(false);
    expect(await tx`select from cards_to_forget where source_id = ${sourceId}`).toHaveLength(0);
  });
});
