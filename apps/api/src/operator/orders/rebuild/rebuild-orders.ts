import { createReadStream } from 'node:fs';
import {
  dayAfter,
  readReportZone,
  readSettlementDay,
  usualPayTypeOf,
  type MoneyLine,
  type ReportZone,
  type SettlementDay,
  type ProviderNumber,
} from '@jawhara/domain';
import { readReport } from '../../../reconciliation/read-report.ts';
import {
  localReportFile,
  withSavedFiles,
  type KnownReport,
  type LocalReportFile,
} from '../../../reconciliation/report-sources.ts';
import { accountById } from '../../../accounts/account.store.ts';
import { addToStory, makeMove } from '../../../orders/base/make-move.ts';
import { attemptTimes, type OrderContext } from '../../../orders/base/order-context.ts';
import { orderOfSnapshot, type OrderSnapshot } from '../../../orders/base/order-snapshot.ts';
import { awaitPayer, refuseOrder } from '../../../orders/paying/decide-order.ts';
import { takeMoney } from '../../../orders/paying/take-money.ts';
import { takeReturn } from '../../../orders/refunds/take-return.ts';
import { claimRequest } from '../../../orders/store/order-request.store.ts';
import { insertOrder, lockOrder, orderById } from '../../../orders/store/order.store.ts';
import {
  attemptsOf,
  nameAttempt,
  orderOfPayment,
  recordAttempt,
} from '../../../orders/store/payment.store.ts';
import type { Tx } from '../../../platform/postgres.ts';
import { act, type ActionDone } from '../../act.ts';
import type { OperatorSignOff } from '../../identity/sign-off.ts';
import type { OperatorContext } from '../../operator-context.ts';
import type { Refused } from '../../refusals.ts';
import type { OrderRebuild, Rebuild } from './plan-rebuild.ts';

/** Captures of a provider since a time, and the days for which no settlement report was found. */
interface ReportedPayments {
  readonly captures: readonly MoneyLine[];
  readonly missing: readonly string[];
}

function dayOf(at: Date): SettlementDay {
  const day = readSettlementDay(at.toISOString().slice(0, 10));
  if (day === null) throw new Error('a time without a day');
  return day;
}

/** The days of the period and one more at each end: the time zone of the report may be ahead of UTC or behind it. */
function daysBetween(from: Date, until: Date): SettlementDay[] {
  const days: SettlementDay[] = [];
  for (let day = dayAfter(dayOf(from), -1); day <= dayAfter(dayOf(until)); day = dayAfter(day))
    days.push(day);
  return days;
}

async function capturesIn(
  { report }: KnownReport,
  files: readonly LocalReportFile[],
  zone: ReportZone,
  from: Date,
): Promise<MoneyLine[]> {
  const captures: MoneyLine[] = [];
  for (const { path } of files) {
    const text = createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>;
    for await (const { lines } of readReport(text, report, zone))
      for (const line of lines)
        if (line.kind === 'money' && line.what === 'captured' && line.at >= from) captures.push(line);
  }
  return captures;
}

/**
 * Reads the settlement reports of every day from `from` to `until`, or the files that an operator downloaded. Nothing
 * is stored.
 */
export async function reportedPayments(
  known: KnownReport,
  { from, until, files }: { readonly from: Date; readonly until: Date; readonly files: readonly string[] },
): Promise<ReportedPayments> {
  const zone = readReportZone(known.report.zone);
  if (zone === null) throw new Error(`the report ${known.report.name} has an unknown zone`);
  if (files.length > 0)
    return { captures: await capturesIn(known, files.map(localReportFile), zone, from), missing: [] };
  const { source } = known;
  if (source === null) return { captures: [], missing: ['no report can be fetched: give it with --file'] };
  const captures: MoneyLine[] = [];
  const missing: string[] = [];
  for (const day of daysBetween(from, until)) {
    const found = await source.reportsOf(day, zone);
    if (found.kind === 'not-there') missing.push(`${day}: ${found.why}`);
    else
      captures.push(...(await withSavedFiles(found.files, (saved) => capturesIn(known, saved, zone, from))));
  }
  // The reports of two days may contain the same line.
  return { captures: [...new Map(captures.map((line) => [line.lineKey, line])).values()], missing };
}

/**
 * Inserts the order together with the id of the request that placed it. If the payer's browser repeats that request, it
 * finds this order and charges nothing.
 */
async function insertRebuilt(tx: Tx, context: OrderContext, snapshot: OrderSnapshot): Promise<boolean> {
  const placed = orderOfSnapshot(snapshot);
  if ((await orderById(tx, placed.id)) !== null) return false;
  const { payerAccountId } = placed;
  const hasPayer = payerAccountId !== null && (await accountById(tx, payerAccountId)) !== null;
  const order = { ...placed, payerAccountId: hasPayer ? payerAccountId : null };
  const { request, createdAtMs } = snapshot;
  if (request !== null) {
    const contentDigest = Buffer.from(request.contentDigest, 'base64');
    const { payerDevice } = order;
    await claimRequest(tx, { payerDevice, requestId: request.requestId, contentDigest }, order);
  }
  await insertOrder(tx, order, new Date(context.now().getTime() + context.timing.neglectedAfterMs));
  const detail = { placedAt: new Date(createdAtMs).toISOString() };
  await addToStory(tx, context, order, { kind: 'rebuilt', to: 'created', detail });
  return true;
}

/** Adds the payment attempt. Workers then check it like any other: by polling the provider or by its webhook. */
async function addAttempt(
  tx: Tx,
  context: OrderContext,
  provider: ProviderNumber,
  { orderId, providerPaymentId }: OrderRebuild,
): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  const attempts = await attemptsOf(tx, orderId);
  if (attempts.some((one) => one.provider === provider)) return false;
  const payType = order.provider === provider ? order.payType : usualPayTypeOf(provider);
  const { attempt } = await recordAttempt(tx, order, {
    provider,
    payType,
    ...attemptTimes(context, payType),
  });
  const story = { kind: 'attempt-rebuilt', detail: { attempt, provider } };
  const moved =
    order.state === 'created' ? await makeMove(tx, context, order, { to: 'pending' }, story) : null;
  if (moved !== 'moved') await addToStory(tx, context, order, story);
  const isFree =
    providerPaymentId !== null && (await orderOfPayment(tx, provider, providerPaymentId)) === null;
  if (isFree) await nameAttempt(tx, orderId, { provider, providerPaymentId }, context.now());
  return true;
}

/** Records each payment in its own transaction. Repeating that is harmless, so after an interruption the next run continues. */
async function bookReported(
  context: OrderContext,
  provider: ProviderNumber,
  { orderId, plan, unbooked, refused, challenge, returns }: OrderRebuild,
): Promise<void> {
  if (plan.money === 'reported')
    for (const step of unbooked) await takeMoney(context, orderId, { ...step, provider });
  if (plan.money === 'reported' && refused !== null)
    await refuseOrder(context, orderId, { ...refused, provider });
  if (challenge !== null) await awaitPayer(context, orderId, { ...challenge, provider });
  for (const word of returns) await takeReturn(context, orderId, { provider, word });
}

interface RebuildInput {
  readonly provider: ProviderNumber;
  readonly from: Date;
}

/**
 * [ORD-30] Brings orders back that a restored database lacks. Nothing is charged or delivered here: workers then poll
 * the provider, credit the gems and write the ledger, as for any other order.
 */
export async function rebuildOrders(
  {
    context,
    progress,
  }: { readonly context: OperatorContext; readonly progress: (what: string, done: number) => void },
  signOff: OperatorSignOff,
  { provider, from }: RebuildInput,
  { orders, gaps }: Rebuild,
): Promise<ActionDone | Refused> {
  const done = await act(context, signOff, 'order rebuild', async (tx) => {
    const counts = { orders: 0, attempts: 0 };
    for (const [place, order] of orders.entries()) {
      const { plan, snapshot } = order;
      const isInserted = plan.insertsOrder && snapshot !== null;
      if (isInserted && (await insertRebuilt(tx, context.orders, snapshot))) counts.orders += 1;
      if (plan.addsAttempt && (await addAttempt(tx, context.orders, provider, order))) counts.attempts += 1;
      progress('inserting orders', place + 1);
    }
    return {
      subject: `provider:${provider}`,
      before: { from: from.toISOString() },
      after: { ...counts, 'not brought back': gaps.length },
    };
  });
  if (done.kind !== 'done') return done;
  for (const [place, order] of orders.entries()) {
    await bookReported(context.orders, provider, order);
    progress('booking what was reported', place + 1);
  }
  return done;
}
