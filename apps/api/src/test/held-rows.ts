import type { OrderId } from '@jawhara/domain';
import { expect, vi } from 'vitest';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';
import type { Db } from '../platform/postgres.ts';

/** Rows that nobody can change until they are let go: whoever needs one waits at exactly that point. */
export interface HeldRows {
  order(orderId: OrderId): Promise<void>;
  /** Waits until a call waits for this order. */
  isAwaited(orderId: OrderId): Promise<void>;
  /** Until it is let go no gem reaches this account. */
  balance(accountId: number): Promise<void>;
  /** The card that was taken in hand last: it cannot be let go, so its payer is not answered. */
  newestCard(): Promise<void>;
  letGo(): Promise<void>;
}

export async function holdRows(db: Db): Promise<HeldRows> {
  const held = await db.reserve();
  await held`begin`;
  return {
    order: async (orderId) => void (await held`select from orders where id = ${orderId} for no key update`),
    async isAwaited(orderId) {
      // The first in line has the row's own lock and waits for whoever holds the row.
      const waiting = () => db`
        select from pg_locks join orders on orders.id = ${orderId}
        where locktype = 'tuple' and relation = 'orders'::regclass
          and orders.ctid = format('(%s,%s)', page, tuple)::tid`;
      await vi.waitFor(async () => expect(await waiting()).not.toEqual([]), { timeout: PATIENCE_MS });
    },
    async balance(accountId) {
      // A row to hold on to, past the ledger: as the owner, with its triggers asleep.
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
