import {
  ALERT_KINDS,
  PROVIDER_PAGES,
  type AlertKind,
  type OrderId,
  type OrderState,
  type ReturnStage,
} from '@jawhara/domain';
import { isRefused } from '../apps/api/src/operator/refusals.ts';
import { alertsKnown, COMMANDS, commandsOf, replayWebhook } from './actors/operators.ts';
import { deliver, webhooksToDeliver } from './actors/webhooks.ts';
import { durationText, startJobs } from './actors/circumstances.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts';
import { findViolation, findViolationAtRest, isPassedOver } from './invariants.ts';
import { centsGone } from './provider-books.ts';
import { playRetries, takeTurns } from './turns.ts';
import type { Violation } from './violation.ts';
import { paymentsOf, type World } from './world.ts';

/** How far the clock jumps at rest. The last jump is longer than every deadline, lifetime of an attempt and idempotency key. */
const HOPS_MS = [2 * HOUR_MS, 2 * DAY_MS, 9 * DAY_MS, 30 * DAY_MS];
const HOPS_AFTER_COMMAND_MS = [HOUR_MS, 2 * DAY_MS];
const QUARTER_MS = 15 * MINUTE_MS;
const ENDED: readonly OrderState[] = [
  'refused',
  'cancelled',
  'expired',
  'delivered',
  'refunded',
  'charged-back',
];
const COMMANDS_MAX = 6;
const RETRIES_PLAYED = 40;

async function comeToRest(world: World): Promise<void> {
  await takeTurns(world);
  await playRetries(world, RETRIES_PLAYED);
}

async function hop(world: World, ms: number): Promise<void> {
  world.clock.forward(ms);
  const sweptAt = world.clock.now();
  world.log(`at rest, ${durationText(ms)} pass`);
  startJobs(world);
  await comeToRest(world);
  await expectPause(world, sweptAt);
}

/**
 * Once the jobs have run, the next check of every open attempt must be in the future: otherwise its provider is queried without
 * end.
 */
async function expectPause({ db, nameOf, violations }: World, sweptAt: Date): Promise<void> {
  const [due] = await db<{ id: OrderId }[]>`
    select order_id as id from payments where state in ('sent', 'open') and look_after < ${sweptAt} limit 1`;
  if (due) violations.push({ kind: 'an attempt is checked without a pause', detail: nameOf(due.id) });
}

/**
 * Ends the injected faults: the engine, providers and the gem service answer, and failing steps are mended. A broken delivery, a
 * gem service that refuses and a removed provider stay as they are.
 */
async function calmDown(world: World): Promise<void> {
  world.faults.failingStep = null;
  world.faults.isCalm = true;
  world.engine.isAway = false;
  world.faults.isServiceRemoved = false;
  for (const provider of world.providers) {
    provider.mood = 'well';
    provider.isNextAnswerLost = false;
  }
  if (world.gemService.mood !== 'refuses') world.gemService.mood = 'well';
  world.log('at rest: providers answer, faults of ours are mended');
  await comeToRest(world);
}

/**
 * How a dispute ends, by its stage: disputes with an even number at the end of their id take the first stage, the others the
 * second.
 */
const DISPUTE_ENDS = {
  announced: ['given-back', 'given-back'],
  taken: ['lost', 'given-back'],
  'taken-again': ['lost-for-good', 'given-back-again'],
} as const;

/** Lets the bank decide every open dispute, an hour after its webhooks have arrived. */
async function endDisputes(world: World): Promise<void> {
  const open = paymentsOf(world).flatMap(({ provider, payment }) =>
    payment.returns.flatMap((dispute) => {
      const number = Number(/\d+$/.exec(dispute.id)?.[0] ?? 0);
      const ends = (DISPUTE_ENDS as Partial<Record<ReturnStage, readonly ReturnStage[]>>)[dispute.stage];
      const end = dispute.how === 'dispute' ? ends?.[number % 2] : undefined;
      return end === undefined ? [] : [{ provider, payment, dispute, end }];
    }),
  );
  if (open.length === 0) return;
  await deliverTheRest(world);
  await hop(world, HOUR_MS);
  for (const { provider, payment, dispute, end } of open) {
    provider.moveOn(payment, dispute, end);
    world.log(`at rest, the dispute of ${payment.id} is ${end}`);
  }
}

/** Delivers all remaining webhooks: only then can our books be compared with the providers'. */
async function deliverTheRest(world: World): Promise<void> {
  for (;;) {
    const [next] = webhooksToDeliver(world, false);
    if (next === undefined) return;
    deliver(world, next);
    await takeTurns(world);
  }
}

interface OrderAtRest {
  readonly orderId: OrderId;
  readonly reasons: readonly string[];
  readonly centsOwed: number;
}

async function unsettledOrders(world: World): Promise<OrderAtRest[]> {
  const rows = await world.db<
    { id: OrderId; state: OrderState; isHeld: boolean; due: number; open: number; unread: number }[]
  >`
    select id, state, is_held as "isHeld",
      (select count(*)::int from refunds where order_id = orders.id and refunds.state = 'due') as due,
      (select count(*)::int from payments where order_id = orders.id and payments.state in ('sent', 'open')) as open,
      (select count(*)::int from notifications where order_id = orders.id and processed_at is null) as unread
    from orders order by created_at, id`;
  const found: OrderAtRest[] = [];
  for (const { id: orderId, state, isHeld, due, open, unread } of rows) {
    const money = await moneyReasons(world, orderId, state);
    const reasons = [
      ENDED.includes(state) ? null : `is ${state}`,
      isHeld ? 'is held' : null,
      due > 0 ? 'has a refund due' : null,
      open > 0 ? 'has an attempt open' : null,
      unread > 0 ? 'has an unprocessed webhook' : null,
      world.engine.hasWork(orderId) ? 'has a flow that stands' : null,
      ...money.reasons,
    ].filter((reason): reason is string => reason !== null);
    if (reasons.length > 0)
      found.push({ orderId, reasons: [...new Set(reasons)], centsOwed: money.centsOwed });
  }
  return found;
}

/**
 * Compares our payments of an order with the provider's books, which count as true. `centsOwed` is money that we should not keep.
 */
async function moneyReasons(
  world: World,
  orderId: OrderId,
  state: OrderState,
): Promise<{ readonly reasons: string[]; readonly centsOwed: number }> {
  const known = await world.db<{ name: string; cents: number; standing: string }[]>`
    select provider_payment_id as name, amount_minor_units as cents, standing
    from payments where order_id = ${orderId} and standing is not null`;
  const reasons: string[] = [];
  let centsOwed = 0;
  for (const { payment, provider } of paymentsOf(world)) {
    if (payment.orderId !== orderId || payment.state !== 'captured') continue;
    const ours = known.find(({ name }) => name === payment.id);
    // A removed provider reports nothing, so its payments cannot be compared.
    if (!world.registry.has(provider.number)) continue;
    const left = payment.cents - centsGone(payment);
    const isEarned = ours?.standing === 'kept' && state === 'delivered';
    if (left > 0 && !isEarned) {
      reasons.push('keeps money for nothing');
      centsOwed += left;
    }
    if (left < 0 && !payment.returns.some(({ how }) => how === 'dispute'))
      reasons.push('gave back more than was captured');
    if (ours !== undefined && ours.cents !== payment.cents)
      reasons.push('has another amount than its provider');
  }
  return { reasons, centsOwed };
}

/** Whether the alert leads to the provider's dashboard: some money can only be refunded there. */
const offersPages = (kind: AlertKind): boolean =>
  (ALERT_KINDS[kind].verbs as readonly string[]).includes(PROVIDER_PAGES);

interface Followed {
  readonly isDone: boolean;
  readonly said: string;
}

/** Where an alert says that a provider is not connected, the operator connects all removed providers again. */
async function reconnectProviders(world: World): Promise<boolean> {
  const [alert] =
    await world.db`select from alerts where kind = 'provider-not-connected' and closed_at is null limit 1`;
  if (alert === undefined || world.faults.removed.size === 0) return false;
  world.log(
    `at rest, an operator follows provider-not-connected: connects ${[...world.faults.removed].join(', ')} again`,
  );
  world.faults.removed.clear();
  return true;
}

/** An operator replays every parked webhook, as its urgent alert demands, before the books are compared. */
async function replayParked(world: World): Promise<void> {
  const parked = await world.db<{ id: string; orderId: OrderId }[]>`
    select id, coalesce(order_id::text, body::json->>'orderId') as "orderId" from notifications
    where parked_at is not null order by parked_at, id`;
  for (const webhook of parked) {
    if (isRefused(await replayWebhook(world, webhook))) continue;
    world.log(
      `at rest, an operator follows webhook-parked: webhooks replay to ${world.nameOf(webhook.orderId)}`,
    );
    await takeTurns(world);
  }
}

/** An operator assigns a webhook that matched no order in time to its order. */
async function placeWebhooks(world: World): Promise<boolean> {
  const [found] = await world.db<{ id: string; orderId: OrderId }[]>`
    select notifications.id, body::json->>'orderId' as "orderId" from notifications
    join alerts on alerts.detail->>'notification' = notifications.id::text
    where alerts.kind = 'notification-without-order' and closed_at is null and notifications.order_id is null limit 1`;
  if (found === undefined) return false;
  const outcome = await replayWebhook(world, found);
  if (isRefused(outcome)) return false;
  world.log(
    `at rest, an operator gives a webhook to its order: webhooks replay to ${world.nameOf(found.orderId)}`,
  );
  return true;
}

/** An operator runs the commands that the alerts of an order offer, until one is accepted. */
async function followAlerts(
  world: World,
  { orderId, centsOwed }: OrderAtRest,
  done: Set<string>,
): Promise<Followed> {
  if ((await reconnectProviders(world)) || (await placeWebhooks(world))) return { isDone: true, said: '' };
  const refusals: string[] = [];
  const alerts = (await alertsKnown(world, false)).filter((alert) => alert.orderId === orderId);
  for (const { kind, payment, webhook } of alerts) {
    for (const name of commandsOf(kind)) {
      const once = `${orderId} ${kind} ${payment ?? ''} ${webhook ?? ''} ${name}`;
      if (done.has(once)) continue; // accepted before, without effect on the order
      const outcome = await COMMANDS[name](world, orderId, 0, payment, webhook);
      if (isRefused(outcome)) refusals.push(`${kind}: ${name} is refused, ${outcome.because}`);
      else {
        done.add(once);
        world.log(`at rest, an operator follows ${kind}: ${name} ${world.nameOf(orderId)}`);
        return { isDone: true, said: '' };
      }
    }
    if (offersPages(kind) && centsOwed > 0 && refundInDashboard(world, orderId)) {
      world.log(`at rest, an operator follows ${kind}: refunds in the provider's dashboard`);
      return { isDone: true, said: '' };
    }
  }
  const kinds = [...new Set(alerts.map(({ kind }) => kind))].join(', ');
  return {
    isDone: false,
    said: [kinds === '' ? 'no alert is known' : `alerts: ${kinds}`, ...refusals].join('; '),
  };
}

function refundInDashboard(world: World, orderId: OrderId): boolean {
  const found = paymentsOf(world).find(
    ({ payment, provider }) =>
      payment.orderId === orderId &&
      payment.cents - centsGone(payment) > 0 &&
      world.registry.has(provider.number),
  );
  found?.provider.takeBack(found.payment, 'refund', found.payment.cents - centsGone(found.payment));
  return found !== undefined;
}

/**
 * Lets an hour pass: a waiting order must be checked in it, or an open alert must offer a command. Runs before more webhooks
 * arrive.
 */
async function checkedWithinHour(world: World): Promise<Violation | null> {
  const before = await unsettledOrders(world);
  if (before.length === 0) return null;
  const read = () =>
    world.db<{ id: OrderId; looks: number; state: OrderState }[]>`select id, looks, state from orders`;
  const first = await read();
  for (let quarter = 0; quarter < 4; quarter += 1) await hop(world, QUARTER_MS);
  const second = await read();
  const alerts = await alertsKnown(world, true);
  for (const { orderId, reasons } of before) {
    const [was, is] = [first, second].map((rows) => rows.find(({ id }) => id === orderId));
    const isOffered = alerts.some((alert) => alert.orderId === orderId && commandsOf(alert.kind).length > 0);
    const isWaiting =
      reasons.some((reason) => /refund due|is (created|pending|paid|delivering|awaiting)/.test(reason)) &&
      !reasons.includes('is held') &&
      !reasons.includes('has a flow that stands');
    if (isWaiting && !isOffered && was?.looks === is?.looks && was?.state === is?.state)
      return {
        kind: 'nobody checks an order',
        detail: `${world.nameOf(orderId)} ${reasons.join(', ')}; no check for an hour, and no alert says so`,
      };
  }
  return null;
}

/** A name for the cause of a dead end. Dead ends of the same cause share it, so each fault is reported once. */
async function causeOf(world: World, { orderId, reasons }: OrderAtRest): Promise<string> {
  const flow = (await world.engine.desk.troubled())?.flows.find(({ key }) => key === orderId);
  if (flow !== undefined) return `the flow stands at "${flow.step}": ${flow.failure}`;
  if (reasons.includes('is held')) return 'held';
  if (reasons.includes('has another amount than its provider')) return 'the amounts differ';
  return reasons.join(', ');
}

/**
 * Finds a dead end: an order that stays unsettled after all actors have stopped, although operators run the commands that its
 * alerts offer. Returns null if there is none.
 */
export async function findDeadEnd(world: World): Promise<Violation | null> {
  await calmDown(world);
  const unseen = (await findViolation(world)) ?? (await checkedWithinHour(world));
  if (unseen !== null && !isPassedOver(world, unseen)) return unseen;
  const done = new Set<string>();
  const leftAlone = new Set<OrderId>();
  const rounds = new Map<OrderId, number>();
  await endDisputes(world);
  for (;;) {
    await deliverTheRest(world);
    await replayParked(world);
    for (const ms of rounds.size === 0 ? HOPS_MS : HOPS_AFTER_COMMAND_MS) await hop(world, ms);
    const violation = (await findViolation(world)) ?? (await findViolationAtRest(world));
    if (violation !== null) return violation;
    const first = (await unsettledOrders(world)).find(({ orderId }) => !leftAlone.has(orderId));
    if (first === undefined) return null;
    const { isDone, said } = await followAlerts(world, first, done);
    const round = 1 + (rounds.get(first.orderId) ?? 0);
    rounds.set(first.orderId, round);
    if (!isDone || round > COMMANDS_MAX) {
      const deadEnd = {
        kind: `dead end: ${await causeOf(world, first)}`,
        detail: `${world.nameOf(first.orderId)} ${first.reasons.join(', ')}; ${said}`,
      };
      if (!isPassedOver(world, deadEnd)) return deadEnd;
      leftAlone.add(first.orderId);
    }
    await takeTurns(world);
  }
}
