import postgres from 'postgres';
import { inject } from 'vitest';

interface OrderRow {
  readonly id: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly gems: number;
  readonly price_usd_cents: number;
  readonly recipient_account_id: string;
  readonly credited_at: Date | null;
}

let opened: postgres.Sql | undefined;

/** The shop's own database, read from outside. */
export function database(): postgres.Sql {
  opened ??= postgres(inject('shop').databaseUrl, { max: 4, onnotice: () => {}, idle_timeout: 1 });
  return opened;
}

export async function ordersOf(device: string): Promise<OrderRow[]> {
  return database()<OrderRow[]>`
    select id, state, outcome, gems, price_usd_cents, recipient_account_id, credited_at
    from orders where payer_device = ${device} order by id`;
}

/** Gems the ledger has given for this order. */
export async function creditedGems(orderId: string): Promise<number> {
  const [row] = await database()<{ gems: string }[]>`
    select coalesce(sum(amount), 0) as gems from ledger_entries
    where order_id = ${orderId} and kind = 'credit' and unit = 'gem' and ledger_account like 'account:%'`;
  return Number(row?.gems);
}

/** Until it is let go, no gem reaches this account: whoever credits has to wait for its balance. */
export async function holdBalance(displayId: string): Promise<{ letGo(): Promise<void> }> {
  const sql = database();
  await sql`
    insert into gem_balances (account_id, gems)
    select id, 0 from accounts where display_id = ${displayId} on conflict do nothing`;
  const held = await sql.reserve();
  await held`begin`;
  await held`
    select from gem_balances join accounts on accounts.id = account_id
    where display_id = ${displayId} for update of gem_balances`;
  let isHeld = true;
  return {
    async letGo() {
      if (!isHeld) return;
      isHeld = false;
      await held`commit`;
      held.release();
    },
  };
}
