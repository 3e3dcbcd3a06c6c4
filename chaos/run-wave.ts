import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { Fault } from './faults.ts';
import { undecidedOrders } from './gather-evidence.ts';
import { kindOf, planProbe, type PlannedOrder, type PlannedWave } from './plan-orders.ts';
import type { PayerWorld } from './payer-world.ts';
import { turnAway } from './turn-away.ts';

export interface WaveWorld extends PayerWorld {
  readonly sql: Sql;
  readonly say: (line: string) => void;
  readonly play: (order: PlannedOrder) => void;
  readonly waveSettled: () => Promise<void>;
}

export interface WaveStory {
  readonly fault: string;
  /** The orders that were undecided when the fault struck. */
  readonly inFlight: readonly string[];
  readonly struckAt: number;
  readonly downForMs: number;
  readonly answeredAfterMs: number;
}

/** Providers this slow leave a whole wave in progress at once, on a machine that handles a hundred orders a second. */
const BUSY = { latencyMs: 5_000, settleAfterMs: 2_500, hangMs: 2_000 };
const CALM = { latencyMs: 20, settleAfterMs: 400, hangMs: 500 };
/**
 * Shares of the payers whose calls are refused, when they pay and again when they poll. Refusing ends once the share is
 * reached; the time limit allows for a busy machine.
 */
const TURNED_AWAY = { first: { share: 0.06, withinMs: 12_000 }, later: { share: 0.03, withinMs: 12_000 } };
const TURNED_AWAY_MIN = 3;
const STRIKE_WITHIN_MS = 9_000;
const STRUCK_SHARE = 0.92;
/** On a busy machine the fault waits until at least this share of the orders is in progress. */
const STRUCK_SHARE_MIN = 0.4;
const STRIKE_WITHIN_MAX_MS = 25_000;
const DOWN_FOR_MS = 700;
const PROBE_EVERY_MS = 200;
/** A longer pause than elsewhere, because each query slows the machine under test. */
const LOOK_EVERY_MS = 250;
/** A still longer pause, because reading the books of all providers costs more than one query. */
const LOOK_AT_BOOKS_EVERY_MS = 1_000;
const SETTLE_WITHIN_MS = 20_000;
const STILL_FOR_MS = 6_000;

/** Payers press pay, the fault strikes in the middle and is repaired, and the shop has to recover. */
export async function runWave(
  world: WaveWorld,
  fault: Fault,
  number: number,
  { orders, troubles }: PlannedWave,
): Promise<WaveStory> {
  const { sandbox, say } = world;
  // In every other wave the webhooks are held back and delivered all at once during the outage.
  const holdsWebhooks = number % 2 === 0;
  await sandbox.outage(BUSY);
  await sandbox.trouble(troubles);
  await sandbox.holdWebhooks(holdsWebhooks);
  const startedAt = Date.now();
  const turnSomeAway = ({ share, withinMs }: { readonly share: number; readonly withinMs: number }) => {
    const calls = Math.max(Math.ceil(orders.length * share), TURNED_AWAY_MIN);
    return turnAway(sandbox, troubles, { calls, withinMs });
  };
  const turning = turnSomeAway(TURNED_AWAY.first);
  for (const order of orders) world.play(order);
  const inFlight = await fillUp(world, orders);
  await turning;
  const struckAt = Date.now();
  say(`${fault.name}: ${inFlight.length} orders in flight, ${struckAt - startedAt} ms after the first press`);
  await fault.strike(troubles);
  await sandbox.outage(CALM);
  await sandbox.holdWebhooks(false);
  await sandbox.flushWebhooks();
  await sleep(DOWN_FOR_MS);
  const probing = probe(world, number);
  await fault.mend();
  const downForMs = Date.now() - struckAt;
  const answeredAfterMs = (await probing) - struckAt;
  say(`${fault.name}: up after ${downForMs} ms, answering after ${answeredAfterMs} ms`);
  await Promise.all([settle(world, orders, inFlight), turnSomeAway(TURNED_AWAY.later)]);
  await sandbox.noTrouble();
  await world.waveSettled();
  await fault.after?.();
  return { fault: fault.name, inFlight, struckAt, downForMs, answeredAfterMs };
}

async function ofWave(
  world: WaveWorld,
  orders: readonly PlannedOrder[],
): Promise<{ id: string; order: PlannedOrder }[]> {
  const byName = new Map(orders.map((order) => [order.name, order]));
  return (await undecidedOrders(world.sql)).flatMap(({ id, requestId }) => {
    const order = byName.get(requestId.replace(/-\d+$/, ''));
    return order ? [{ id, order }] : [];
  });
}

async function fillUp(world: WaveWorld, orders: readonly PlannedOrder[]): Promise<string[]> {
  const startedAt = Date.now();
  let open: string[] = [];
  let fewer = 0;
  const isPatient = (): boolean =>
    Date.now() - startedAt <
    (open.length < orders.length * STRUCK_SHARE_MIN ? STRIKE_WITHIN_MAX_MS : STRIKE_WITHIN_MS);
  // Waits for the peak: until nearly all orders are in progress, or more are decided than placed.
  while (isPatient() && open.length < orders.length * STRUCK_SHARE && fewer < 2) {
    const now = (await ofWave(world, orders)).map(({ id }) => id);
    fewer = now.length < open.length ? fewer + 1 : 0;
    open = now;
    await sleep(LOOK_EVERY_MS);
  }
  return open;
}

/** A new visitor presses pay until the shop answers; returns that moment, which is when an operator sees the shop recover. */
async function probe(world: WaveWorld, number: number): Promise<number> {
  const order = planProbe(number);
  const card = await world.sandbox.card(order.provider, kindOf(order.kind).card);
  for (let tries = 1; ; tries += 1) {
    const payerRecord = {
      requestId: `${order.name}-${tries}`,
      orderIds: new Set<string>(),
      wasPaused: false,
      end: 'open' as const,
    };
    world.tell(payerRecord);
    const reply = await world.shop.buy(order, payerRecord.requestId, card);
    if (reply.kind === 'answered') {
      payerRecord.orderIds.add(reply.value.orderId);
      return Date.now();
    }
    if (reply.kind === 'refused') payerRecord.wasPaused = reply.refusal === 'payments-paused';
    if (world.isOver()) throw new Error('the shop never answered again');
    await sleep(PROBE_EVERY_MS);
  }
}

/**
 * Waits for the orders in flight, except those that only expiry can end: no provider has a payment of them, or the provider
 * will never decide.
 */
async function settle(
  world: WaveWorld,
  orders: readonly PlannedOrder[],
  inFlight: readonly string[],
): Promise<void> {
  const struck = new Set(inFlight);
  let left = inFlight.length;
  let fellAt = Date.now();
  const deadline = fellAt + SETTLE_WITHIN_MS;
  const landedAt = fellAt + BUSY.latencyMs;
  while (left > 0 && Date.now() < deadline && Date.now() - fellAt < STILL_FOR_MS) {
    await sleep(LOOK_AT_BOOKS_EVERY_MS);
    // After PostgreSQL was killed, the first query may use a dead connection and fail.
    const waveOrders = await ofWave(world, orders).catch(() => null);
    if (waveOrders === null) continue;
    const open = waveOrders.filter(({ id }) => struck.has(id));
    const charged = new Set((await world.sandbox.books()).map(({ reference }) => reference));
    // Calls made before the fault may still reach the provider, for as long as its latency was.
    const isOnItsWay = Date.now() < landedAt;
    const now = open.filter(
      ({ id, order }) => (isOnItsWay || charged.has(id)) && !kindOf(order.kind).endsByExpiry,
    ).length;
    if (now < left) fellAt = Date.now();
    left = now;
  }
  world.say(left === 0 ? 'all of them are settled' : `${left} of them are left to the count at the end`);
}
