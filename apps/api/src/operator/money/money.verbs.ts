import { moneyText, orderNumber, type Money } from '@jawhara/domain';
import * as v from 'valibot';
import { openAlertsOfKind } from '../../alerts/alert.store.ts';
import { dueRefunds, type DueRefund } from '../../orders/store/refund.store.ts';
import { facts, section, table, type ReportPart } from '../report-parts.ts';
import { optionalDay } from '../verb-fields.ts';
import { openRead, shown } from '../verb.ts';
import { moneyBetween } from './money-of-day.ts';

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
