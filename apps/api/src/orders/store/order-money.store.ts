import type {
  BookEntry,
  OrderId,
  PaymentStanding,
  PayType,
  ProviderNumber,
  ReturnHow,
  ReturnStage,
} from '@jawhara/domain';
import type { Fragment, Reader, Tx } from '../../platform/postgres.ts';
import { peekShared, putShared, readShared } from '../../platform/shared-reads.ts';

/**
 * sent: no answer yet. open: the provider knows the payment and has not decided. refused: finally refused. gone: its
 * longest possible life is over. A later report is still accepted: paid can follow any of them.
 */
export type AttemptState = 'sent' | 'open' | 'paid' | 'refused' | 'gone';

export interface AttemptRow {
  attempt: number;
  provider: ProviderNumber;
  pay_type: PayType | null;
  idempotency_key: string;
  provider_payment_id: string | null;
  state: AttemptState;
  standing: PaymentStanding | null;
  amount_minor_units: number | null;
  currency: string | null;
  created_at: Date;
  lives_until: Date;
  has_card: boolean;
}

/**
 * due: recorded, without an answer of the provider. not-needed: nothing was left of the payment, or another row carries the
 * rest. unclear: the provider may have made it, and only an operator can find out.
 */
export type RefundState = 'due' | 'accepted' | 'refused' | 'not-needed' | 'unclear';

export interface RefundRow {
  id: string;
  provider: ProviderNumber;
  provider_payment_id: string;
  amount_minor_units: number;
  currency: string;
  cause: string;
  asked_by: string;
  state: RefundState;
  return_id: string | null;
  sent_at: Date | null;
  last_sent_at: Date | null;
}

export interface ReturnRow {
  provider: ProviderNumber;
  return_id: string;
  provider_payment_id: string | null;
  how: ReturnHow;
  stage: ReturnStage;
  amount_minor_units: number | null;
  currency: string | null;
  money_told_at: ReturnStage | null;
  fee_minor_units: number | null;
  fee_currency: string | null;
  fee_told_at: ReturnStage | null;
}

/** All rows about an order's money, oldest first. */
export interface OrderMoneyRows {
  readonly attempts: readonly AttemptRow[];
  readonly returns: readonly ReturnRow[];
  readonly refunds: readonly RefundRow[];
}

const TABLES = ['payments', 'payment_returns', 'refunds'] as const;
const sharedMoney = (orderId: OrderId) => ({ row: orderId, name: 'money', tables: TABLES });

/** Rows that are selected as JSON contain times as text. */
const timeOf = (text: unknown): Date => new Date(String(text));
const timeOrNull = (text: unknown): Date | null => (text === null ? null : timeOf(text));

interface FoundRows extends OrderMoneyRows {
  readonly books: readonly BookEntry[];
}

async function readMoneyRows(db: Reader, orderId: OrderId, books = db`null`): Promise<FoundRows> {
  const [found] = await db<(OrderMoneyRows & { readonly books: readonly BookEntry[] | null })[]>`
    select
      (select coalesce(json_agg(p order by p.attempt), '[]') from (
        select attempt, provider, pay_type, idempotency_key, provider_payment_id, state, standing, amount_minor_units, currency,
          created_at, lives_until, card_last4 is not null as has_card
        from payments where order_id = ${orderId}) p) as attempts,
      (select coalesce(json_agg(r order by r.first_told_at, r.return_id), '[]') from (
        select provider, return_id, provider_payment_id, how, stage, amount_minor_units, currency, money_told_at,
          fee_minor_units, fee_currency, fee_told_at, first_told_at
        from payment_returns where order_id = ${orderId}) r) as returns,
      (select coalesce(json_agg(f order by f.created_at, f.id), '[]') from (
        select id, provider, provider_payment_id, amount_minor_units, currency, cause, asked_by, state, return_id, sent_at,
          last_sent_at, created_at
        from refunds where order_id = ${orderId}) f) as refunds,
      ${books} as books`;
  if (!found) throw new Error('a select without a table has no row');
  return {
    attempts: found.attempts.map((row) => ({
      ...row,
      created_at: timeOf(row.created_at),
      lives_until: timeOf(row.lives_until),
    })),
    books: found.books ?? [],
    returns: found.returns,
    refunds: found.refunds.map((row) => ({
      ...row,
      sent_at: timeOrNull(row.sent_at),
      last_sent_at: timeOrNull(row.last_sent_at),
    })),
  };
}

/**
 * Reads the rows with one statement; a transaction that locks the order shares them until it writes one of the tables.
 */
export function moneyRowsOf(db: Reader, orderId: OrderId): Promise<OrderMoneyRows> {
  return readShared(db, sharedMoney(orderId), () => readMoneyRows(db, orderId));
}

/**
 * Reads the money rows after the order is locked, with the order's books in the same statement (`books` is the ledger
 * store's part). Returns the books; the rows are shared for the rest of the transaction.
 */
export async function loadMoneyRows(
  tx: Tx,
  orderId: OrderId,
  books: Fragment,
): Promise<readonly BookEntry[]> {
  const rows = await readMoneyRows(tx, orderId, books);
  putShared(tx, sharedMoney(orderId), rows);
  return rows.books;
}

/** Updates the shared rows with the attempts that the statement returned, so that they need not be read again. */
export async function writeAttempts(
  tx: Tx,
  orderId: OrderId,
  write: () => Promise<readonly AttemptRow[]>,
): Promise<readonly AttemptRow[]> {
  const before = await peekShared<OrderMoneyRows>(tx, sharedMoney(orderId));
  const written = await write();
  if (before === null) return written;
  const fresh = new Map(written.map((row) => [row.attempt, row]));
  const attempts = before.attempts.map((row) => fresh.get(row.attempt) ?? row);
  const added = written.filter((row) => !before.attempts.some(({ attempt }) => attempt === row.attempt));
  putShared(tx, sharedMoney(orderId), { ...before, attempts: [...attempts, ...added] });
  return written;
}
