import type { OrderId } from '@jawhara/domain';
import { expect, vi } from 'vitest';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';
import type { Db } from '../platform/postgres.ts';

/** Locks rows until `letGo`, so that a call that needs such a row waits at exactly that point. */
export interface HeldRows {
  order(orderId: OrderId): Promise<void>;
  /** Resolves when a call waits for this order's row. */
  isAwaited(orderId: OrderId): Promise<void>;
  /** Locks the gem balance: until `letGo` no gems can be credited. */
  balance(accountId: number): Promise<void>;
  /** Locks the newest row with a sealed payment: the call cannot delete it, so the payer gets no answer. */
  newestCard(): Promise<void>;
  letGo(): Promise<void>;
}

export async function holdRows(db: Db): Promise<HeldRows> {
  const held = await db.reserve();
  await held`begin`;
  return {
    order: async (orderId) => void (await held`select from orders where id = ${orderId} for no key update`),
    async isAwaited(orderId) {
      // The first call that waits for the row has a lock on the row's place (a tuple lock).
      const waiting = () => db`
        select from pg_locks join orders on orders.id = ${orderId}
        where locktype = 'tuple' and relation = 'orders'::regclass
          and orders.ctid = format('(%s,%s)', page, tuple)::tid`;
      await vi.waitFor(async () => expect(await waiting()).not.toEqual([]), { timeout: PATIENCE_MS });
    },
    async balance(accountId) {
      // Creates the balance without the ledger, as the owner and without triggers, because there must be a row to lock.
      await db.begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx`insert into gem_balances (account_id, gems) values (${accountId}, 0)`;
      });
      await held`select from gem_balances where account_id = ${accountId} for update`;
    },
    newestCard: async () => void (await held`select from cards_in_hand order by id desc limit 1 for update`),
    async letGo() {
      await held`rollback`;
      held.release();
    },
  };
}
