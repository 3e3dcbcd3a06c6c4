import { PROVIDER_NUMBERS, moneyText, orderNumber, type Money, type ProviderNumber } from '@jawhara/domain';
import * as v from 'valibot';
import { paidBetween, type PaidPage } from '../../orders/store/on-books.store.ts';
import { returnsBetween, type ReturnPage } from '../../orders/store/return.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { openAlertsOfKind } from '../../alerts/alert.store.ts';
import { dueRefunds, type DueRefund } from '../../orders/store/refund.store.ts';
import { facts, section, table, type ReportPart } from '../report-parts.ts';
import { optionalDay } from '../verb-fields.ts';
import { openRead, shown } from '../verb.ts';

/** Payments, or refunds and disputes at one stage, of one provider in one currency: their number and sum. */
interface DayLine {
  readonly provider: ProviderNumber;
  /** `paid`, or the kind and the stage of money that went back: `refund taken`, `dispute announced`. */
  readonly what: string;
  readonly count: number;
  /** Null where providers reported no amount. */
  readonly money: Money | null;
}

interface Period {
  readonly from: Date;
  readonly to: Date;
}

const PAGE = 1_000;

class Sums {
  readonly lines = new Map<string, DayLine>();
  count = 0;

  add(provider: ProviderNumber, what: string, money: Money | null): void {
    const key = `${provider} ${what} ${money?.currency ?? ''}`;
    const { count = 0, money: before = null } = this.lines.get(key) ?? {};
    const sum = money && { ...money, minorUnits: money.minorUnits + (before?.minorUnits ?? 0) };
    this.lines.set(key, { provider, what, count: count + 1, money: sum });
    this.count += 1;
  }
}

async function addPaid(
  db: Reader,
  provider: ProviderNumber,
  period: Period,
  sums: Sums,
  progress: (rows: number) => void,
): Promise<void> {
  let after: PaidPage | null = null;
  do {
    const page: Awaited<ReturnType<typeof paidBetween>> = await paidBetween(
      db,
      provider,
      period,
      after,
      PAGE,
    );
    for (const money of page.payments) sums.add(provider, 'paid', money);
    progress(sums.count);
    after = page.next;
  } while (after !== null);
}

async function addReturned(db: Reader, period: Period, sums: Sums): Promise<void> {
  let after: ReturnPage | null = null;
  do {
    const page: Awaited<ReturnType<typeof returnsBetween>> = await returnsBetween(db, period, after, PAGE);
    for (const { provider, how, stage, money } of page.returns) sums.add(provider, `${how} ${stage}`, money);
    after = page.next;
  } while (after !== null);
}

/** Payments that were confirmed, and refunds and disputes that were first reported, between two times; page by page. */
export async function moneyBetween(
  db: Reader,
  period: Period,
  progress: (rows: number) => void,
): Promise<readonly DayLine[]> {
  const sums = new Sums();
  for (const provider of PROVIDER_NUMBERS) await addPaid(db, provider, period, sums, progress);
  await addReturned(db, period, sums);
  return [...sums.lines.values()].toSorted(
    (one, other) => one.provider - other.provider || (one.what < other.what ? -1 : 1),
  );
}

const SHOWN_MAX = 200;
const DAY_MS = 24 * 3_600_000;

/** The amounts of each currency, added up. */
function sumsOf(moneys: readonly Money[]): Money[] {
  const currencies = [...new Set(moneys.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => ({
    currency,
    minorUnits: moneys
      .filter((one) => one.currency === currency)
      .reduce((sum, { minorUnits }) => sum + minorUnits, 0),
  }));
}

function dueParts(refunds: readonly DueRefund[]): ReportPart[] {
  if (refunds.length === 0) return ['No refund is due.'];
  const rows = refunds.map((one) => [
    orderNumber(one.orderId),
    one.provider,
    moneyText(one.money),
    one.cause,
    { since: one.createdAt },
    one.lastSentAt,
    one.nextTryAt,
    one.providerPaymentId,
  ]);
  return [
    table(['order', 'provider', 'amount', 'cause', 'age', 'last sent', 'next try', 'of payment'], rows),
    facts(sumsOf(refunds.map(({ money }) => money)).map((money) => ['together', moneyText(money)])),
    ...(refunds.length === SHOWN_MAX ? [`There may be more than these ${SHOWN_MAX}.`] : []),
  ];
}

export const MONEY_VERBS = [
  openRead({
    name: 'refunds list',
    says: 'refunds that their provider has not answered yet, and those that nobody can ask about',
    input: v.strictObject({}),
    async run({ context }) {
      const { db } = context.orders;
      const unclear = await openAlertsOfKind(db, 'refund-unclear', SHOWN_MAX);
      const rows = unclear.map(({ orderId, providerPaymentId, raisedAt }) => [
        orderId && orderNumber(orderId),
        { since: raisedAt },
        providerPaymentId,
      ]);
      return shown(
        ...dueParts(await dueRefunds(db, SHOWN_MAX)),
        ...section('Unclear', rows.length > 0 ? [table(['order', 'age', 'of payment'], rows)] : []),
      );
    },
  }),
  openRead({
    name: 'money day',
    says: 'what was paid and what went back on a day of UTC, today unless one is named, by provider and currency',
    input: v.strictObject({ day: optionalDay() }),
    async run({ context, now, progress }, { day }) {
      const from = day ?? new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
      const period = { from, to: new Date(from.getTime() + DAY_MS) };
      const lines = await moneyBetween(context.orders.db, period, (rows) => progress('payments read', rows));
      const name = from.toISOString().slice(0, 10);
      if (lines.length === 0) return shown(`No money moved on ${name}.`);
      const rows = lines.map(({ provider, what, count, money }) => [
        provider,
        what,
        count,
        money && moneyText(money),
      ]);
      return shown(name, table(['provider', 'what', 'times', 'amount'], rows));
    },
  }),
] as const;
