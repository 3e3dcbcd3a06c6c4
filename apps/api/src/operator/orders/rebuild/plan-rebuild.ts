import {
  planOrderRebuild,
  PROVIDERS,
  RETURN_STAGES,
  type MoneyLine,
  type OrderId,
  type OrderTrace,
  type ProviderNumber,
  type RebuildGap,
  type RebuildPlan,
  type ReturnUpdate,
} from '@jawhara/domain';
import { accountsByIds } from '../../../accounts/account.store.ts';
import { allPacks } from '../../../gem-packs/gem-pack.store.ts';
import type { OrderSnapshot } from '../../../orders/base/order-snapshot.ts';
import { ordersKnown, ordersOfPayments, type OrderKnown } from '../../../orders/store/on-books.store.ts';
import { orderById } from '../../../orders/store/order.store.ts';
import { isOpenAttempt } from '../../../orders/store/payment.store.ts';
import type { Reader } from '../../../platform/postgres.ts';
import type { ChallengeStep, LoggedOrder, PaidStep, RefusedStep } from './engine-log.ts';

/** The provider's reported captures and the engine's log, both since the restore point. */
export interface RebuildSources {
  readonly provider: ProviderNumber;
  readonly log: ReadonlyMap<OrderId, LoggedOrder>;
  readonly captures: readonly MoneyLine[];
}

/** The work that is missing on one order in the restored database. */
export interface OrderRebuild {
  readonly orderId: OrderId;
  readonly snapshot: OrderSnapshot | null;
  readonly plan: Extract<RebuildPlan, { kind: 'work' }>;
  /** The provider's payment id, if its report or the engine's log contains it. */
  readonly providerPaymentId: string | null;
  readonly unbooked: readonly PaidStep[];
  readonly refused: RefusedStep | null;
  /** The bank's challenge (3-D Secure) that the payer has still to complete. */
  readonly challenge: ChallengeStep | null;
  readonly returns: readonly ReturnUpdate[];
}

/** An order or a payment that cannot be brought back. */
export interface NamedGap {
  readonly gap: RebuildGap | 'reference-missing' | 'money-awaited';
  readonly orderId: OrderId | null;
  readonly providerPaymentId: string | null;
  readonly money: PaidStep['money'] | null;
}

export interface Rebuild {
  /** The number of orders that the tables contain completely. */
  readonly whole: number;
  readonly orders: readonly OrderRebuild[];
  readonly gaps: readonly NamedGap[];
}

const BATCH = 500;

async function inBatches<Id, Row>(
  ids: readonly Id[],
  read: (batch: readonly Id[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < ids.length; from += BATCH)
    rows.push(...(await read(ids.slice(from, from + BATCH))));
  return rows;
}

function stepOfLine({ providerPaymentId, money }: MoneyLine): PaidStep[] {
  return providerPaymentId === null
    ? []
    : [{ kind: 'paid', providerPaymentId, money, card: null, paidWith: null }];
}

/**
 * Payments that the provider's report or the engine's log has and the tables lack, each once. Of two the log's is used,
 * because it also names the card.
 */
function unbookedOf(
  logged: readonly PaidStep[],
  lines: readonly MoneyLine[],
  known: OrderKnown | null,
): PaidStep[] {
  const steps = [...lines.flatMap(stepOfLine), ...logged];
  const byPayment = new Map(steps.map((step) => [step.providerPaymentId, step]));
  return [...byPayment.values()].filter(
    ({ providerPaymentId }) =>
      !known?.attempts.some((one) => one.providerPaymentId === providerPaymentId && one.state === 'paid'),
  );
}

function attemptOf(
  known: OrderKnown | null,
  provider: ProviderNumber,
  hasUnbooked: boolean,
): OrderTrace['attempt'] {
  const attempts = known?.attempts.filter((one) => one.provider === provider) ?? [];
  if (attempts.length === 0) return 'none';
  if (attempts.some(isOpenAttempt)) return 'open';
  return attempts.some(({ state }) => state === 'paid') && !hasUnbooked ? 'paid' : 'closed';
}

interface Catalogue {
  readonly accounts: ReadonlySet<number>;
  readonly packs: ReadonlySet<string>;
}

function saleOf(snapshot: OrderSnapshot | null, { accounts, packs }: Catalogue): OrderTrace['sale'] {
  if (snapshot === null) return 'missing';
  if (!accounts.has(snapshot.recipientId)) return 'without-recipient';
  return snapshot.rechargeId === null || packs.has(snapshot.rechargeId) ? 'recorded' : 'without-pack';
}

async function catalogueOf(db: Reader, snapshots: readonly OrderSnapshot[]): Promise<Catalogue> {
  const ids = [...new Set(snapshots.map(({ recipientId }) => recipientId))];
  const accounts = await inBatches(ids, (batch) =>
    accountsByIds(db, batch as Parameters<typeof accountsByIds>[1]),
  );
  const packs = await allPacks(db);
  return {
    accounts: new Set(accounts.map(({ id }) => id)),
    packs: new Set(packs.map(({ rechargeId }) => rechargeId)),
  };
}

/** Nothing of the order has to be rebuilt: workers already check its attempt at the provider. */
function isWhole({ plan, challenge, returns }: OrderRebuild): boolean {
  const { insertsOrder, addsAttempt, money } = plan;
  return !insertsOrder && !addsAttempt && money !== 'reported' && challenge === null && returns.length === 0;
}

/** Refunds and disputes that the tables have neither at this stage nor at a later one. */
function missingReturns(
  logged: LoggedOrder | undefined,
  provider: ProviderNumber,
  known: OrderKnown | null,
): ReturnUpdate[] {
  const ranks = new Map(
    known?.facts.returns.map(({ returnId, stage }) => [returnId, RETURN_STAGES[stage].rank]),
  );
  return (logged?.returned ?? [])
    .filter((one) => one.provider === provider)
    .map(({ word }) => word)
    .filter(({ returnId, stage }) => (ranks.get(returnId) ?? -1) < RETURN_STAGES[stage].rank);
}

/**
 * Groups captures by order. The order is found by the payment, which the tables or the log contain, else by our
 * reference in the report.
 */
async function captureOrders(
  db: Reader,
  { provider, log, captures }: RebuildSources,
): Promise<{ readonly ofOrder: Map<OrderId, MoneyLine[]>; readonly gaps: NamedGap[] }> {
  const paymentIds = captures.flatMap(({ providerPaymentId }) => providerPaymentId ?? []);
  const byPayment = new Map<string, OrderId>();
  for (const { orderId, paid } of log.values())
    for (const { step } of paid) byPayment.set(step.providerPaymentId, orderId);
  await inBatches(paymentIds, async (batch) => {
    for (const [payment, orderId] of await ordersOfPayments(db, provider, batch))
      byPayment.set(payment, orderId);
    return [];
  });
  const ofOrder = new Map<OrderId, MoneyLine[]>();
  const gaps: NamedGap[] = [];
  for (const line of captures) {
    const { providerPaymentId, money } = line;
    const orderId = byPayment.get(providerPaymentId ?? '') ?? line.orderId;
    if (orderId === null) gaps.push({ gap: 'reference-missing', orderId, providerPaymentId, money });
    else ofOrder.set(orderId, [...(ofOrder.get(orderId) ?? []), line]);
  }
  return { ofOrder, gaps };
}

interface OrderSources {
  readonly orderId: OrderId;
  readonly logged: LoggedOrder | undefined;
  readonly lines: readonly MoneyLine[];
  readonly known: OrderKnown | null;
}

function rebuildOf(
  provider: ProviderNumber,
  { orderId, logged, lines, known }: OrderSources,
  catalogue: Catalogue,
): { readonly order: OrderRebuild | null; readonly gap: NamedGap | null } {
  const steps = logged?.paid.filter((one) => one.provider === provider).map(({ step }) => step) ?? [];
  const unbooked = unbookedOf(steps, lines, known);
  const refused = unbooked.length > 0 ? null : (logged?.refused.get(provider) ?? null);
  const attempt = attemptOf(known, provider, unbooked.length > 0);
  const snapshot = logged?.snapshot ?? null;
  const plan = planOrderRebuild({
    isStored: known !== null,
    sale: saleOf(snapshot, catalogue),
    attempt,
    isStarted: logged?.started.has(provider) === true || lines.length > 0,
    isAnswerReported: unbooked.length > 0 || (refused !== null && attempt !== 'closed'),
    hasLookUp: PROVIDERS[provider].hasLookUp,
  });
  const [paid] = unbooked;
  const providerPaymentId = paid?.providerPaymentId ?? logged?.started.get(provider) ?? null;
  const money = paid?.money ?? null;
  if (plan.kind === 'gap') return { order: null, gap: { gap: plan.gap, orderId, providerPaymentId, money } };
  const isOpen = attempt === 'none' || attempt === 'open';
  const challenge = isOpen ? (logged?.challenges.get(provider) ?? null) : null;
  const returns = missingReturns(logged, provider, known);
  return {
    order: { orderId, snapshot, plan, providerPaymentId, unbooked, refused, challenge, returns },
    gap: plan.money === 'awaited' ? { gap: 'money-awaited', orderId, providerPaymentId, money } : null,
  };
}

/**
 * Drops the bank's challenge from the plan if the stored order no longer waits for an answer of the provider, or
 * already has the challenge.
 */
async function withoutOldChallenge(db: Reader, order: OrderRebuild): Promise<OrderRebuild> {
  if (order.challenge === null || order.plan.insertsOrder) return order;
  const state = (await orderById(db, order.orderId))?.state;
  return state === 'created' || state === 'pending' ? order : { ...order, challenge: null };
}

/** [ORD-30] Plans what is missing in the tables, from the provider's report and the engine's log. Changes nothing. */
export async function planRebuild(db: Reader, sources: RebuildSources): Promise<Rebuild> {
  const { provider, log } = sources;
  const { ofOrder, gaps } = await captureOrders(db, sources);
  const logged = [...log.values()].filter(
    ({ started, returned }) => started.has(provider) || returned.some((one) => one.provider === provider),
  );
  const ids = [...new Set([...logged.map(({ orderId }) => orderId), ...ofOrder.keys()])].toSorted();
  const stored = await inBatches(ids, (batch) => ordersKnown(db, batch));
  const known = new Map(stored.map((one) => [one.orderId, one]));
  const catalogue = await catalogueOf(
    db,
    logged.flatMap(({ snapshot }) => snapshot ?? []),
  );
  const found = ids.map((orderId) =>
    rebuildOf(
      provider,
      {
        orderId,
        logged: log.get(orderId),
        lines: ofOrder.get(orderId) ?? [],
        known: known.get(orderId) ?? null,
      },
      catalogue,
    ),
  );
  const orders: OrderRebuild[] = [];
  for (const { order } of found) if (order !== null) orders.push(await withoutOldChallenge(db, order));
  return {
    whole: orders.filter(isWhole).length,
    orders: orders.filter((order) => !isWhole(order)),
    gaps: [...gaps, ...found.flatMap(({ gap }) => gap ?? [])],
  };
}
