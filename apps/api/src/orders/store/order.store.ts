import {
  isPayType,
  legalVersionsText,
  statesThatMayBecome,
  usdCents,
  type AccountId,
  type Challenge,
  type GemsMoved,
  type LegalVersions,
  type Order,
  type OrderId,
  type OrderPurpose,
  type OrderState,
  type Owner,
  type PayType,
  type ProviderNumber,
  type RechargeId,
  type RefusalOutcome,
  type SavedCardId,
} from '@jawhara/domain';
import { NothingThere } from '../../platform/flow.ts';
import type { Db, Fragment, Reader, Tx } from '../../platform/postgres.ts';
import type { OrderRequest } from './order-request.store.ts';
import { isLocked, noteLocked, putShared, readShared } from '../../platform/shared-reads.ts';
import { pauseByAge, type SweepPause } from './sweep.store.ts';

interface OrderRow {
  id: string;
  purpose: OrderPurpose;
  recipient_account_id: number;
  payer_device: string;
  payer_account_id: AccountId | null;
  joined_account_id: AccountId | null;
  saved_card_id: SavedCardId | null;
  recharge_id: string | null;
  price_usd_cents: number;
  gems: number;
  bonus_gems: number;
  pay_type: number;
  provider: number;
  state: OrderState;
  outcome: RefusalOutcome | null;
  reason_code: string | null;
  challenge: string | null;
  challenge_way: Challenge['way'] | null;
  is_held: boolean;
  gems_forgiven: number;
  gems_moved: number;
  gems_moved_to: AccountId | null;
  created_at: Date;
  credited_at: Date | null;
  refund_wished_at: Date | null;
}

export interface StoredOrder extends Order {
  readonly payerDevice: string;
  readonly payerAccountId: AccountId | null;
  /** The account to which the payer later added this order of a device. It changes who may see the order, and nothing else. */
  readonly joinedAccountId: AccountId | null;
  /** The saved card that pays the order, or that was saved by its payment. It may have been deleted since. */
  readonly savedCardId: SavedCardId | null;
  /** Gems that the recipient keeps although the money went back, because an operator decided so. */
  readonly gemsForgiven: number;
  /** Gems that an operator moved to another account. */
  readonly gemsMoved: GemsMoved | null;
  /** When the payer asked for a refund instead of waiting. */
  readonly refundWishedAt: Date | null;
}

/** [ORD-19] The owner of an order: its account if it has one, otherwise its device. */
export function ownerOf(
  order: Pick<StoredOrder, 'payerDevice' | 'payerAccountId' | 'joinedAccountId'>,
): Owner {
  return { device: order.payerDevice, accountId: order.joinedAccountId ?? order.payerAccountId };
}

function challengeOf({ challenge, challenge_way: way }: OrderRow): Challenge | null {
  if (challenge === null || way === null) return null;
  return way === 'native' ? { way, action: challenge } : { way, url: challenge };
}

function challengeText(challenge: Challenge): string {
  return challenge.way === 'native' ? challenge.action : challenge.url;
}

function orderOf(row: OrderRow): StoredOrder {
  if (!isPayType(row.pay_type)) throw new Error(`order ${row.id} has an unknown pay type`);
  return {
    id: row.id as OrderId,
    purpose: row.purpose,
    recipientId: row.recipient_account_id as AccountId,
    payerDevice: row.payer_device,
    payerAccountId: row.payer_account_id,
    joinedAccountId: row.joined_account_id,
    savedCardId: row.saved_card_id,
    rechargeId: row.recharge_id as RechargeId | null,
    priceUsdCents: usdCents(row.price_usd_cents),
    gems: row.gems,
    bonusGems: row.bonus_gems,
    payType: row.pay_type,
    provider: row.provider as ProviderNumber,
    state: row.state,
    outcome: row.outcome,
    reasonCode: row.reason_code,
    challenge: challengeOf(row),
    isHeld: row.is_held,
    gemsForgiven: row.gems_forgiven,
    gemsMoved: row.gems_moved_to === null ? null : { to: row.gems_moved_to, gems: row.gems_moved },
    createdAt: row.created_at,
    creditedAt: row.credited_at,
    refundWishedAt: row.refund_wished_at,
  };
}

const orderColumns = (
  db: Reader,
) => db`id, purpose, recipient_account_id, payer_device, payer_account_id, joined_account_id,
  saved_card_id, recharge_id, price_usd_cents, gems, bonus_gems, pay_type, provider, state, outcome, reason_code, challenge,
  challenge_way, is_held, gems_forgiven, gems_moved, gems_moved_to, created_at, credited_at, refund_wished_at`;

const sharedRow = (id: OrderId) => ({ row: id, name: 'order', tables: ['orders'] });

async function readOrder(db: Reader, id: OrderId, lock = db``): Promise<StoredOrder | null> {
  const [row] = await db<OrderRow[]>`select ${orderColumns(db)} from orders where id = ${id} ${lock}`;
  return row ? orderOf(row) : null;
}

export const orderById = (db: Reader, id: OrderId): Promise<StoredOrder | null> => readOrder(db, id);

/** The order, with a value that another store selects in the same statement. `value`: a scalar select about `orders`. */
export async function orderWith(
  db: Reader,
  id: OrderId,
  value: Fragment,
): Promise<{ readonly order: StoredOrder; readonly value: unknown } | null> {
  const [row] = await db<(OrderRow & { value: unknown })[]>`
    select ${orderColumns(db)}, ${value} as value from orders where id = ${id}`;
  return row ? { order: orderOf(row), value: row.value } : null;
}

export async function requireOrder(db: Reader, id: OrderId): Promise<StoredOrder> {
  const order = await orderById(db, id);
  if (!order) throw new NothingThere(`order ${id} does not exist`);
  return order;
}

/**
 * Locks the order for the rest of the transaction, so that a decision and the state change that follows from it see the same
 * state.
 */
export async function lockOrder(tx: Tx, id: OrderId): Promise<StoredOrder> {
  const isOurs = isLocked(tx, id);
  const order = isOurs
    ? await readShared(tx, sharedRow(id), () => readOrder(tx, id))
    : await readOrder(tx, id, tx`for update`);
  if (!order) throw new NothingThere(`order ${id} does not exist`);
  if (isOurs) return order;
  noteLocked(tx, id);
  putShared(tx, sharedRow(id), order);
  return order;
}

/** Locks the order; null while another transaction has locked it. */
export const lockIfFree = (tx: Tx, id: OrderId): Promise<StoredOrder | null> =>
  readOrder(tx, id, tx`for update skip locked`);

/** The payer's consents that are stored with the order. Older pages send none. */
export interface PayerConsents {
  /** The versions of the legal texts that the payer was shown; or null. */
  readonly agreed: LegalVersions | null;
  /** [ORD-20] The payer agreed to buy the same again, after the orders up to this one; or null. */
  readonly repeatOf: OrderId | null;
}

/** Part of a statement that inserts an order. An appended `from` makes it insert only for rows of an earlier part. */
function newOrderRow(db: Reader, order: StoredOrder, lookAfter: Date, { agreed, repeatOf }: PayerConsents) {
  return db`insert into orders (id, purpose, recipient_account_id, payer_device, payer_account_id, saved_card_id, recharge_id,
      price_usd_cents, gems, bonus_gems, pay_type, provider, state, created_at, moved_at, look_after, agreed_versions, repeat_of)
    select ${order.id}, ${order.purpose}, ${order.recipientId}, ${order.payerDevice}, ${order.payerAccountId}, ${order.savedCardId},
      ${order.rechargeId}, ${order.priceUsdCents}, ${order.gems}, ${order.bonusGems}, ${order.payType}, ${order.provider}, ${order.state},
      ${order.createdAt}, ${order.createdAt}, ${lookAfter}, ${agreed && legalVersionsText(agreed)}, ${repeatOf}`;
}

const NO_CONSENTS: PayerConsents = { agreed: null, repeatOf: null };

export async function insertOrder(tx: Tx, order: StoredOrder, lookAfter: Date): Promise<void> {
  await newOrderRow(tx, order, lookAfter, NO_CONSENTS);
}

/**
 * Opens the order of a request with its first event. False if the request opened an order before; waits for a concurrent
 * transaction of the same request.
 */
export async function openOrderOf(
  tx: Tx,
  request: OrderRequest,
  order: StoredOrder,
  {
    lookAfter,
    consents,
    event,
    question,
  }: {
    readonly lookAfter: Date;
    readonly consents: PayerConsents;
    readonly event: Pick<OrderEvent, 'id' | 'kind' | 'detail'>;
    /** Records that the payer may be asked to save the card; part of the same statement, from its row `opened`. */
    readonly question: Fragment | null;
  },
): Promise<boolean> {
  const rows = await tx`
    with claimed as (
      insert into order_requests (payer_device, request_id, content_digest, order_id, recipient_account_id, created_at)
      values (${request.payerDevice}, ${request.requestId}, ${request.contentDigest}, ${order.id},
        ${order.recipientId}, ${order.createdAt})
      on conflict do nothing returning order_id
    ), opened as (
      ${newOrderRow(tx, order, lookAfter, consents)} from claimed
      returning id, recipient_account_id, state
    )${question === null ? tx`` : tx`, ${question}`}
    insert into order_events (id, order_id, recipient_account_id, at, kind, from_state, to_state, detail)
    select ${event.id}, id, recipient_account_id, ${order.createdAt}, ${event.kind}, null, state, ${tx.json(event.detail)}
    from opened
    returning order_id`;
  return rows.length === 1;
}

/** Records when the payer asked for a refund instead of waiting. A second request changes nothing. */
export async function noteRefundRequest(tx: Tx, id: OrderId, at: Date): Promise<void> {
  await tx`update orders set refund_wished_at = ${at} where id = ${id} and refund_wished_at is null`;
}

export interface Move {
  readonly to: OrderState;
  readonly at: Date;
  /** When the sweeper checks the order if nothing else happens. With `onlyIf`: only if that condition holds. */
  readonly lookAfter: Date | { readonly at: Date; readonly onlyIf: Fragment };
  readonly outcome?: RefusalOutcome;
  readonly reasonCode?: string;
  readonly challenge?: Challenge;
  /** The saved card that paid, if it became known with this state change. */
  readonly savedCardId?: SavedCardId;
}

/**
 * A guarded UPDATE with the event of the state change. It names the states it may start from, so that of two racing changes only
 * one happens, and none is without its event.
 */
export async function moveOrder(
  tx: Tx,
  id: OrderId,
  move: Move,
  event: Pick<OrderEvent, 'id' | 'kind' | 'from' | 'detail'>,
): Promise<'moved' | 'not-allowed'> {
  const { lookAfter } = move;
  const [row] = await tx<OrderRow[]>`
    with moved as (
      update orders set state = ${move.to}, moved_at = ${move.at},
        look_after = ${lookAfter instanceof Date ? lookAfter : tx`case when ${lookAfter.onlyIf} then ${lookAfter.at}::timestamptz end`},
        outcome = ${move.outcome ?? null}, reason_code = ${move.reasonCode ?? null},
        challenge = ${move.challenge ? challengeText(move.challenge) : null}, challenge_way = ${move.challenge?.way ?? null},
        saved_card_id = ${move.savedCardId ?? tx`saved_card_id`},
        credited_at = ${move.to === 'delivered' ? tx`coalesce(credited_at, ${move.at})` : tx`credited_at`}
      where id = ${id} and state = any(${statesThatMayBecome(move.to)})
      returning ${orderColumns(tx)}
    ), told as (
      insert into order_events (id, order_id, recipient_account_id, at, kind, from_state, to_state, detail)
      select ${event.id}::uuid, id, recipient_account_id, ${move.at}::timestamptz, ${event.kind}::text, ${event.from}::text,
        state, ${tx.json(event.detail)}::jsonb
      from moved
    )
    select * from moved`;
  if (!row) return 'not-allowed';
  putShared(tx, sharedRow(id), orderOf(row));
  return 'moved';
}

/** Replaces the bank's challenge by its next one: the first is for the browser's fingerprint, the second for the payer. */
export async function renewChallenge(tx: Tx, id: OrderId, challenge: Challenge): Promise<void> {
  await tx`
    update orders set challenge = ${challengeText(challenge)}, challenge_way = ${challenge.way}
    where id = ${id} and state = 'awaiting-payer'`;
}

/** Another provider is tried for the same order with another card; the order waits for its answer from now on. */
export async function turnToProvider(
  tx: Tx,
  id: OrderId,
  to: Pick<StoredOrder, 'provider' | 'payType' | 'savedCardId'>,
): Promise<void> {
  await tx`
    update orders set provider = ${to.provider}, pay_type = ${to.payType}, saved_card_id = ${to.savedCardId} where id = ${id}`;
}

/** Records the provider whose payment was accepted. It need not be the provider that was called last. */
export async function nameProvider(
  tx: Tx,
  id: OrderId,
  paymentChannel: { readonly provider: ProviderNumber; readonly payType: PayType },
): Promise<void> {
  await tx`update orders set provider = ${paymentChannel.provider}, pay_type = ${paymentChannel.payType} where id = ${id}`;
}

export async function nameCard(tx: Tx, id: OrderId, card: SavedCardId): Promise<void> {
  await tx`update orders set saved_card_id = ${card} where id = ${id}`;
}

/** Holds the order for an operator's decision. Its attempts are still checked: one of them may bring the right amount. */
export async function holdOrder(tx: Tx, id: OrderId): Promise<void> {
  await tx`update orders set is_held = true, look_after = null where id = ${id}`;
}

export async function releaseOrder(tx: Tx, id: OrderId): Promise<void> {
  await tx`update orders set is_held = false where id = ${id}`;
}

export interface OrderEvent {
  readonly id: string;
  readonly orderId: OrderId;
  readonly recipientId: AccountId;
  readonly at: Date;
  readonly kind: string;
  readonly from: OrderState | null;
  readonly to: OrderState | null;
  readonly detail: Record<string, string | number | boolean | null>;
}

export async function writeEvent(tx: Tx, event: OrderEvent): Promise<void> {
  await tx`
    insert into order_events (id, order_id, recipient_account_id, at, kind, from_state, to_state, detail)
    values (${event.id}, ${event.orderId}, ${event.recipientId}, ${event.at}, ${event.kind}, ${event.from},
      ${event.to}, ${tx.json(event.detail)})`;
}

/**
 * Orders whose state has not changed for too long. Each is claimed by one sweeper until its next check. The pause grows
 * with the order's age: if checks came faster than a slow provider answers, they would pile up.
 */
export async function claimNeglectedOrders(
  db: Db,
  now: Date,
  pause: SweepPause,
  most: number,
): Promise<OrderId[]> {
  const rows = await db<{ id: string }[]>`
    update orders set look_after = ${now}::timestamptz + ${pauseByAge(db, now, pause, 'created_at')}
    where id = any(array(
      select id from orders
      where id = any(array(select order_id from orders_due where look_after < ${now} order by look_after limit ${most}))
        and look_after < ${now}
      for update skip locked))
    returning id`;
  return rows.map((row) => row.id as OrderId);
}

/** `isLast`: nothing more is expected of the order itself. Its attempts and refunds have check times of their own. */
export async function noteCheck(tx: Tx, id: OrderId, isLast = false): Promise<void> {
  await tx`update orders set looks = looks + 1 ${isLast ? tx`, look_after = null` : tx``} where id = ${id}`;
}

export async function forgiveGems(tx: Tx, id: OrderId, gems: number): Promise<void> {
  await tx`update orders set gems_forgiven = ${gems} where id = ${id}`;
}

export async function moveGems(tx: Tx, id: OrderId, { to, gems }: GemsMoved): Promise<void> {
  await tx`update orders set gems_moved = ${gems}, gems_moved_to = ${to} where id = ${id}`;
}

export async function checkSoon(tx: Tx, id: OrderId, at: Date): Promise<void> {
  await tx`update orders set look_after = ${at} where id = ${id}`;
}

/** Orders that were paid before this time and are not delivered yet. */
export async function ordersPaidBefore(db: Reader, paidBefore: Date, most: number): Promise<OrderId[]> {
  const rows = await db<{ id: OrderId }[]>`
    select id from orders
    where id = any(array(select order_id from orders_due)) and state in ('paid', 'delivering') and moved_at < ${paidBefore}
    order by look_after limit ${most}`;
  return rows.map(({ id }) => id);
}

export async function countPaidBefore(db: Reader, paidBefore: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from orders
    where id = any(array(select order_id from orders_due)) and state in ('paid', 'delivering') and moved_at < ${paidBefore}`;
  return row?.count ?? 0;
}

export async function countNeglectedOrders(db: Reader, now: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from orders_due where look_after < ${now}`;
  return row?.count ?? 0;
}

/** Whether the recipient, and the payer's device, had gems before. Counts orders of gems only: a paid fine is no purchase. */
export function hasDelivered(db: Reader, recipientId: AccountId | null, payerDevice: string) {
  return db`json_build_object(
    'account', exists (select from orders where recipient_account_id = ${recipientId} and credited_at is not null and purpose = 'gems'),
    'device', exists (select from orders where payer_device = ${payerDevice} and credited_at is not null and purpose = 'gems'))`;
}
