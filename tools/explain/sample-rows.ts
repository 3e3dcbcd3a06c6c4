import type {
  AccountId,
  BanId,
  CardFingerprint,
  CardSourceId,
  DisplayId,
  FileKey,
  OrderId,
  SavedCardId,
} from '@jawhara/domain';
import * as orders from '../../apps/api/src/orders/store/order.store.ts';
import type { Db } from '../../apps/api/src/platform/postgres.ts';

/** Ids of existing rows: a query that finds nothing shows little of its plan. */
export interface SampleRows {
  readonly now: Date;
  readonly account: { readonly id: AccountId; readonly displayId: DisplayId };
  readonly nobody: AccountId;
  readonly banned: AccountId;
  readonly decided: orders.StoredOrder;
  readonly open: orders.StoredOrder;
  readonly providerPaymentId: string;
  readonly notificationId: string;
  readonly fine: { readonly accountId: AccountId; readonly banId: BanId; readonly orderId: OrderId };
  readonly restricted: { readonly device: string; readonly orderId: OrderId };
  readonly card: {
    readonly id: SavedCardId;
    readonly sourceId: CardSourceId;
    readonly fingerprint: CardFingerprint;
    readonly device: string;
    readonly accountId: AccountId;
  };
  readonly asked: {
    readonly id: SavedCardId;
    readonly sourceId: CardSourceId;
    readonly device: string;
  };
  readonly sessionDigest: Buffer;
  readonly ticketDigest: Buffer;
  readonly person: string;
  readonly payer: string;
  readonly report: { readonly device: string; readonly requestId: string };
  readonly upload: { readonly key: FileKey; readonly device: string };
}

async function one<Row extends object>(rows: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (!row) throw new Error('the seed left nothing to ask for');
  return row;
}

async function orderIn(db: Db, state: string): Promise<orders.StoredOrder> {
  const { id } = await one(
    db<{ id: OrderId }[]>`select id from orders where state = ${state} order by id desc limit 1`,
  );
  return orders.requireOrder(db, id);
}

async function cardOfAccount(db: Db): Promise<SampleRows['card']> {
  return one(
    db<SampleRows['card'][]>`
      select id, source_id as "sourceId", fingerprint, owner_device as device, owner_account_id as "accountId"
      from saved_cards where state = 'kept' and owner_account_id is not null limit 1`,
  );
}

async function cardInQuestion(db: Db): Promise<SampleRows['asked']> {
  return one(
    db<SampleRows['asked'][]>`
      select id, source_id as "sourceId", owner_device as device from saved_cards where state = 'asked' limit 1`,
  );
}

export async function pickRows(db: Db): Promise<SampleRows> {
  const decided = await orderIn(db, 'delivered');
  const session = await one(db<{ digest: Buffer }[]>`select key_digest as digest from sessions limit 1`);
  const ticket = await one(
    db<{ digest: Buffer }[]>`select ticket_digest as digest from login_tickets limit 1`,
  );
  return {
    now: new Date(),
    account: await one(
      db<SampleRows['account'][]>`
        select id, display_id as "displayId" from accounts where id = ${decided.recipientId}`,
    ),
    nobody: 999 as AccountId,
    banned: (
      await one(db<{ id: AccountId }[]>`select account_id as id from bans where lifted_at is null limit 1`)
    ).id,
    decided,
    open: await orderIn(db, 'pending'),
    providerPaymentId: (
      await one(db<{ id: string }[]>`
        select provider_payment_id as id from payments where order_id = ${decided.id}`)
    ).id,
    notificationId: (
      await one(db<{ id: string }[]>`select id from notifications where order_id = ${decided.id}`)
    ).id,
    fine: await one(
      db<SampleRows['fine'][]>`
        select account_id as "accountId", ban_id as "banId", fine_order_id as "orderId" from fines_paid limit 1`,
    ),
    restricted: await one(
      db<SampleRows['restricted'][]>`
        select subject as device, cause_order_id as "orderId" from payer_restrictions limit 1`,
    ),
    card: await cardOfAccount(db),
    asked: await cardInQuestion(db),
    sessionDigest: session.digest,
    ticketDigest: ticket.digest,
    person: (
      await one(
        db<
          { subject: string }[]
        >`select subject from social_links where provider = 'facebook' offset 5 limit 1`,
      )
    ).subject,
    payer: (await one(db<{ payer: string }[]>`select payer from recipient_history limit 1`)).payer,
    report: await one(
      db<SampleRows['report'][]>`
        select device, request_id as "requestId" from feedback_reports where request_id is not null limit 1`,
    ),
    upload: await one(
      db<SampleRows['upload'][]>`
        select key, device from uploads where state = 'stored' and purpose = 'feedback' limit 1`,
    ),
  };
}
