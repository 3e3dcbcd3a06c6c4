import postgres from 'postgres';
import { shop } from './addresses.ts';
import { newAccountId } from './channels.ts';

interface OrderRow {
  readonly id: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly gems: number;
  readonly price_usd_cents: number;
  readonly provider: number;
  readonly recipient_account_id: string;
  readonly credited_at: Date | null;
}

let opened: postgres.Sql | undefined;

/** The shop's own database, read directly. */
export function database(): postgres.Sql {
  opened ??= postgres(shop().databaseUrl, { max: 4, onnotice: () => {}, idle_timeout: 1 });
  return opened;
}

export async function ordersOf(device: string): Promise<OrderRow[]> {
  return database()<OrderRow[]>`
    select id, state, outcome, gems, price_usd_cents, provider, recipient_account_id, credited_at
    from orders where payer_device = ${device} order by id`;
}

/** [ORD-20] Makes the order older by these minutes in the database, because the server's clock cannot be set. */
export async function letMinutesPass(orderId: string, minutes: number): Promise<void> {
  const time = database()`${minutes} * interval '1 minute'`;
  await database()`
    update orders set created_at = created_at - ${time}, moved_at = moved_at - ${time}, credited_at = credited_at - ${time}
    where id = ${orderId}`;
}

/** Every order of this device: its price, its provider and its final state. */
export async function orderEnds(device: string): Promise<[number, number, string][]> {
  const orders = await ordersOf(device);
  return orders.map(({ price_usd_cents, provider, state }) => [price_usd_cents, provider, state]);
}

/** Gems that the ledger has credited for this order. */
export async function creditedGems(orderId: string): Promise<number> {
  const [row] = await database()<{ gems: string }[]>`
    select coalesce(sum(amount), 0) as gems from ledger_entries
    where order_id = ${orderId} and unit = 'gem' and ledger_account like 'account:%'`;
  return Number(row?.gems);
}

export interface FreshAccount {
  readonly id: number;
  readonly displayId: string;
  status(): Promise<string>;
}

/** A new account, so that no other journey is affected. */
export async function newAccount(nickname = 'Somebody'): Promise<FreshAccount> {
  const id = newAccountId();
  const displayId = String(id);
  await database()`
    insert into accounts (id, display_id, nickname, status, is_guest, source)
    values (${id}, ${displayId}, ${nickname}, 'normal', false, 'social')`;
  return {
    id,
    displayId,
    async status() {
      const [row] = await database()<{ status: string }[]>`select status from accounts where id = ${id}`;
      return row?.status ?? '';
    },
  };
}

/** A new account with a ban for a refund, so that a journey can lift the ban without changing a seeded account. */
export async function newBannedAccount(): Promise<FreshAccount> {
  const account = await newAccount('Banned');
  await database().begin(async (tx) => {
    await tx`update accounts set status = 'banned' where id = ${account.id}`;
    await tx`
      insert into bans (account_id, kind, earlier_refund_bans, until, since)
      values (${account.id}, 'refund', 1, now() + interval '6 days', now() - interval '1 day')`;
  });
  return account;
}

/** Locks the row with the account's balance, so that no gems are credited until `letGo` is called. */
export async function holdBalance(displayId: string): Promise<{ letGo(): Promise<void> }> {
  const sql = database();
  // Creates the row that is to be locked. The trigger that lets only the ledger write balances is off meanwhile.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into gem_balances (account_id, gems)
      select id, 0 from accounts where display_id = ${displayId} on conflict do nothing`;
  });
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

interface SavedCardRow {
  readonly source_id: string;
  readonly last4: string;
  readonly expiry: string;
  readonly state: 'asked' | 'kept';
}

export async function savedCardsOf(device: string): Promise<SavedCardRow[]> {
  return database()<SavedCardRow[]>`
    select source_id, last4, expiry, state from saved_cards where owner_device = ${device} order by created_at`;
}

interface NotificationRow {
  readonly provider: number;
  readonly isProcessed: boolean;
}

/** The providers' webhooks about this order. */
export async function webhooksOf(orderId: string): Promise<NotificationRow[]> {
  return database()<NotificationRow[]>`
    select provider, processed_at is not null as "isProcessed" from notifications
    where order_id = ${orderId} order by received_at`;
}

/** Saves a card without going through the screens; `expiry` is the date on the card. */
export async function keepCard(device: string, card: { last4: string; expiry?: string }): Promise<void> {
  const sql = database();
  const updatedCards = await sql`
    update saved_cards set state = 'kept', asked_until = null, consent_text = 'remember-ar-1', consented_at = now(),
      expiry = coalesce(${card.expiry ?? null}, expiry)
    where owner_device = ${device} and last4 = ${card.last4} returning id`;
  if (updatedCards.length !== 1)
    throw new Error(`${updatedCards.length} cards of this device end with ${card.last4}`);
}
