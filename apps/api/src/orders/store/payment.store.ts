import type {
  CardFingerprint,
  CardWallet,
  Money,
  Order,
  OrderId,
  PaymentFact,
  PaymentStanding,
  PayType,
  ProviderNumber,
} from '@jawhara/domain';
import type { PaidCard, CapturedMoney, RefusedCard } from '../../providers/provider.ts';
import type { Db, Reader, Tx } from '../../platform/postgres.ts';
import {
  moneyRowsOf,
  writeAttempts,
  type AttemptRow,
  type AttemptState,
  type OrderMoneyRows,
} from './order-money.store.ts';
import { pauseByAge, type SweepPause } from './sweep.store.ts';

export interface Attempt {
  readonly attempt: number;
  readonly provider: ProviderNumber;
  /** Null for a payment that the provider reported without an attempt of ours. */
  readonly payType: PayType | null;
  readonly idempotencyKey: string;
  readonly providerPaymentId: string | null;
  readonly state: AttemptState;
  /** Whether the order accepted the payment, once it is paid. */
  readonly standing: PaymentStanding | null;
  readonly money: Money | null;
  /** Whether the provider has reported the card. */
  readonly hasCard: boolean;
  readonly createdAt: Date;
  readonly livesUntil: Date;
}

export type ProviderMoney = CapturedMoney & { readonly provider: ProviderNumber };

const attemptColumns = (
  db: Reader,
) => db`attempt, provider, pay_type, idempotency_key, provider_payment_id, state, standing,
  amount_minor_units, currency, created_at, lives_until, card_last4 is not null as has_card`;

function attemptOf(row: AttemptRow): Attempt {
  const { amount_minor_units: minorUnits, currency } = row;
  return {
    attempt: row.attempt,
    provider: row.provider,
    payType: row.pay_type,
    idempotencyKey: row.idempotency_key,
    providerPaymentId: row.provider_payment_id,
    state: row.state,
    standing: row.standing,
    money: minorUnits === null || currency === null ? null : { currency, minorUnits },
    hasCard: row.has_card,
    createdAt: row.created_at,
    livesUntil: row.lives_until,
  };
}

export function isOpenAttempt({ state }: Pick<Attempt, 'state'>): boolean {
  return state === 'sent' || state === 'open';
}

/** A provider gets one attempt per order, under one key: a repeated call is the same payment. */
export function attemptKey(orderId: OrderId): string {
  return `${orderId}-1`;
}

export interface NewAttempt {
  readonly provider: ProviderNumber;
  readonly payType: PayType;
  readonly at: Date;
  readonly lookAfter: Date;
  readonly livesUntil: Date;
}

/** Recorded before the provider is called: after a crash the row says that the provider must be queried. */
export async function recordAttempt(tx: Tx, order: Order, fresh: NewAttempt): Promise<Attempt> {
  const { provider, payType, at } = fresh;
  const [row] = await writeAttempts(
    tx,
    order.id,
    () => tx<AttemptRow[]>`
      insert into payments (order_id, recipient_account_id, attempt, provider, pay_type, idempotency_key, state, created_at,
        changed_at, look_after, lives_until)
      select ${order.id}, ${order.recipientId}, coalesce(max(attempt), 0) + 1, ${provider}, ${payType}, ${attemptKey(order.id)},
        'sent', ${at}, ${at}, ${fresh.lookAfter}, ${fresh.livesUntil}
      from payments where order_id = ${order.id}
      returning ${attemptColumns(tx)}`,
  );
  if (!row) throw new Error(`no attempt was recorded for order ${order.id}`);
  return attemptOf(row);
}

/** Oldest first. */
export function attemptsIn({ attempts }: Pick<OrderMoneyRows, 'attempts'>): Attempt[] {
  return attempts.map(attemptOf);
}

export async function attemptsOf(db: Reader, orderId: OrderId): Promise<Attempt[]> {
  return attemptsIn(await moneyRowsOf(db, orderId));
}

/** Stores the reported payment id: from now on the provider knows the payment. */
export async function nameAttempt(
  tx: Tx,
  orderId: OrderId,
  { provider, providerPaymentId }: { readonly provider: ProviderNumber; readonly providerPaymentId: string },
  at: Date,
): Promise<void> {
  await writeAttempts(
    tx,
    orderId,
    () => tx<AttemptRow[]>`
      update payments set provider_payment_id = ${providerPaymentId}, changed_at = ${at},
        state = case state when 'sent' then 'open' else state end
      where order_id = ${orderId} and provider = ${provider} and provider_payment_id is null
      returning ${attemptColumns(tx)}`,
  );
}

/** Schedules the next check of an attempt, unless it has been decided meanwhile. */
export async function askAgainAfter(
  tx: Tx,
  orderId: OrderId,
  attempt: number,
  lookAfter: Date,
): Promise<void> {
  await tx`
    update payments set look_after = ${lookAfter}
    where order_id = ${orderId} and attempt = ${attempt} and state in ('sent', 'open')`;
}

/** Closes an attempt of which nothing more is expected. If money arrives all the same, its webhook reports it. */
export async function closeAttempt(
  tx: Tx,
  orderId: OrderId,
  provider: ProviderNumber,
  end: { readonly state: 'refused' | 'gone'; readonly at: Date },
): Promise<void> {
  await tx`
    update payments set state = ${end.state}, changed_at = ${end.at}, look_after = null
    where order_id = ${orderId} and provider = ${provider} and state in ('sent', 'open')`;
}

export type PaymentMatch =
  | { readonly kind: 'known'; readonly attempt: Attempt }
  /** The provider reports for this order a payment that another order has: it does not pay this one, and an operator decides. */
  | { readonly kind: 'of-another-order'; readonly orderId: OrderId };

/** Finds or creates the row of a payment: its attempt, or a new row for a payment without one. */
export async function knowPayment(
  tx: Tx,
  order: Order,
  { provider, providerPaymentId }: Pick<ProviderMoney, 'provider' | 'providerPaymentId'>,
  at: Date,
  livesUntil: Date,
): Promise<PaymentMatch> {
  const isNamed = (one: Attempt): boolean =>
    one.provider === provider && one.providerPaymentId === providerPaymentId;
  const attempts = await attemptsOf(tx, order.id);
  // An order has one attempt per provider. If the payment's id is new here, the payment belongs to the attempt that has no id yet.
  // `markPaid` checks that no other order has the same payment.
  const ours =
    attempts.find(isNamed) ??
    attempts.find((one) => one.provider === provider && one.providerPaymentId === null);
  if (ours) return { kind: 'known', attempt: ours };
  const elsewhere = await orderOfPayment(tx, provider, providerPaymentId);
  if (elsewhere !== null && elsewhere !== order.id) return { kind: 'of-another-order', orderId: elsewhere };
  await tx`
    insert into payments (order_id, recipient_account_id, attempt, provider, idempotency_key, provider_payment_id,
      state, created_at, changed_at, lives_until)
    select ${order.id}, ${order.recipientId}, coalesce(max(attempt), 0) + 1, ${provider},
      ${`unplanned-${providerPaymentId}`}, ${providerPaymentId}, 'open', ${at}, ${at}, ${livesUntil}
    from payments where order_id = ${order.id}
    on conflict (provider, provider_payment_id, recipient_account_id) do nothing`;
  const attempt = (await attemptsOf(tx, order.id)).find(isNamed);
  if (!attempt) throw new Error(`payment ${providerPaymentId} has no row`);
  return { kind: 'known', attempt };
}

/** The order of a payment, by the provider's payment id. */
export async function orderOfPayment(
  db: Reader,
  provider: ProviderNumber,
  providerPaymentId: string,
): Promise<OrderId | null> {
  const [row] = await db<{ order_id: OrderId }[]>`
    select order_id from payments where provider = ${provider} and provider_payment_id = ${providerPaymentId} limit 1`;
  return row?.order_id ?? null;
}

/**
 * Marks that the provider has the money. Whether the order accepts the money is decided once. Returns false if another order
 * has the same payment.
 */
export async function markPaid(
  tx: Tx,
  orderId: OrderId,
  attempt: number,
  paid: {
    readonly providerPaymentId: string;
    readonly standing: PaymentStanding;
    readonly money: Money;
    readonly card: PaidCard | null;
    readonly at: Date;
  },
): Promise<boolean> {
  const { providerPaymentId, standing, money, card, at } = paid;
  const written = await writeAttempts(
    tx,
    orderId,
    () => tx<AttemptRow[]>`
      update payments set state = 'paid', provider_payment_id = ${providerPaymentId}, standing = ${standing}, amount_minor_units = ${money.minorUnits},
        currency = ${money.currency}, card_scheme = ${card?.scheme ?? null}, card_last4 = ${card?.last4 ?? null},
        card_fingerprint = ${card?.fingerprint ?? null}, card_wallet = ${card?.wallet ?? null}, changed_at = ${at}, paid_at = ${at}, look_after = null
      where order_id = ${orderId} and attempt = ${attempt} and state <> 'paid' and not exists (
        select from payments as others
        where others.provider = payments.provider and others.provider_payment_id = ${providerPaymentId} and others.order_id <> ${orderId})
      returning ${attemptColumns(tx)}`,
  );
  return written.length === 1;
}

/** Stores the amount that stands after the provider reported two amounts for the payment; the ledger follows it. */
export async function changeAmount(
  tx: Tx,
  orderId: OrderId,
  attempt: number,
  { minorUnits, currency }: Money,
  at: Date,
): Promise<void> {
  await tx`
    update payments set amount_minor_units = ${minorUnits}, currency = ${currency}, changed_at = ${at}
    where order_id = ${orderId} and attempt = ${attempt} and state = 'paid'`;
}

/** Marks a payment of a wrong amount as accepted, because an operator accepts the amount as the price. */
export async function keepAfterAll(tx: Tx, orderId: OrderId, attempt: number, at: Date): Promise<void> {
  await tx`
    update payments set standing = 'kept', changed_at = ${at}
    where order_id = ${orderId} and attempt = ${attempt} and standing = 'wrong-amount'`;
}

/** Stores the card if none is stored: the first report may have lacked it. */
export async function nameCardThatPaid(
  tx: Tx,
  orderId: OrderId,
  attempt: number,
  card: PaidCard,
): Promise<void> {
  await tx`
    update payments set card_scheme = ${card.scheme}, card_last4 = ${card.last4},
      card_fingerprint = ${card.fingerprint}, card_wallet = ${card.wallet ?? null}
    where order_id = ${orderId} and attempt = ${attempt} and card_last4 is null`;
}

/** Stores the refused card if none is stored: the first report may have lacked it. */
export async function nameRefusedCard(
  tx: Tx,
  orderId: OrderId,
  attempt: number,
  { scheme, last4, wallet }: RefusedCard,
): Promise<void> {
  await tx`
    update payments set card_scheme = ${scheme}, card_last4 = ${last4}, card_wallet = ${wallet ?? null}
    where order_id = ${orderId} and attempt = ${attempt} and state = 'refused' and card_last4 is null`;
}

/** The card of the last refused attempt, if its provider reported it. */
export async function refusedCardOf(db: Reader, orderId: OrderId): Promise<RefusedCard | null> {
  const [row] = await db<{ card_scheme: string; card_last4: string; card_wallet: CardWallet | null }[]>`
    select card_scheme, card_last4, card_wallet from payments
    where order_id = ${orderId} and state = 'refused' and card_last4 is not null
    order by attempt desc limit 1`;
  if (!row) return null;
  const { card_scheme: scheme, card_last4: last4, card_wallet: wallet } = row;
  return { scheme, last4, ...(wallet === null ? {} : { wallet }) };
}

export async function cardThatPaid(db: Reader, orderId: OrderId): Promise<PaidCard | null> {
  const [row] = await db<
    {
      card_scheme: string | null;
      card_last4: string | null;
      card_fingerprint: CardFingerprint | null;
      card_wallet: CardWallet | null;
    }[]
  >`
    select card_scheme, card_last4, card_fingerprint, card_wallet
    from payments where order_id = ${orderId} and standing = 'kept'`;
  if (!row || row.card_scheme === null || row.card_last4 === null) return null;
  const { card_scheme: scheme, card_last4: last4, card_fingerprint: fingerprint, card_wallet: wallet } = row;
  return { scheme, last4, fingerprint, ...(wallet === null ? {} : { wallet }) };
}

/** Payments that must be in the ledger. */
export function paymentsIn(rows: OrderMoneyRows): PaymentFact[] {
  return attemptsIn(rows).flatMap(({ provider, providerPaymentId, money, standing }) =>
    providerPaymentId === null || money === null || standing === null
      ? []
      : [{ provider, providerPaymentId, money, standing }],
  );
}

/** Attempts whose next check is due, each claimed by one sweeper for a while. */
export async function claimAttemptsToAsk(
  db: Db,
  now: Date,
  pause: SweepPause,
  most: number,
): Promise<OrderId[]> {
  const rows = await db<{ order_id: OrderId }[]>`
    update payments set look_after = ${now}::timestamptz + ${pauseByAge(db, now, pause, 'created_at')}
    where ctid = any(array(
      select ctid from payments
      where look_after < ${now} order by look_after limit ${most} for update skip locked))
    returning order_id`;
  return rows.map((row) => row.order_id);
}

/** The count stops here: above this number it need only show that there are many, and it runs every few seconds. */
const COUNTED_MAX = 1_000;

/** Counts attempts that are still queried at their provider. */
export async function countOpenAttempts(db: Reader, sentBefore: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (
      select from payments where look_after is not null and state in ('sent', 'open') and created_at < ${sentBefore}
      limit ${COUNTED_MAX}) open`;
  return row?.count ?? 0;
}

export async function countAttemptsToAsk(db: Reader, now: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (select from payments where look_after < ${now} limit ${COUNTED_MAX}) due`;
  return row?.count ?? 0;
}
