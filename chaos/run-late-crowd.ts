import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../tools/stack/wait-until.ts';
import type { PlannedOrder } from './plan-orders.ts';
import type { WaveWorld } from './run-wave.ts';

/**
 * When the provider decides, in lifetimes of an order: late enough that each order has expired, even if the shop was down then.
 */
const DECIDED_AFTER_EXPIRIES = 2.5;
const LATENCY_MS = 20;
const CHARGED_WITHIN_MS = 40_000;
const LOOK_EVERY_MS = 250;
/** Long enough for all payers to have pressed pay. */
const STARTED_WITHIN_MS = 1_500;

/**
 * Plays payers whose provider decides late: their orders expire during the waves, and their money comes after that. Returns the
 * time by which all of it has come.
 */
export async function runLateCrowd(
  { sandbox, play, say }: WaveWorld,
  orders: readonly PlannedOrder[],
  expiresAfterMs: number,
): Promise<number> {
  const settleAfterMs = expiresAfterMs * DECIDED_AFTER_EXPIRIES;
  await sandbox.outage({ latencyMs: LATENCY_MS, settleAfterMs });
  const bookedBefore = (await sandbox.books()).length;
  for (const order of orders) play(order);
  await sleep(STARTED_WITHIN_MS);
  const areCharged = async (): Promise<boolean> =>
    (await sandbox.books()).length >= bookedBefore + orders.length;
  await waitUntil('the late crowd', areCharged, CHARGED_WITHIN_MS, LOOK_EVERY_MS);
  say(`${orders.length} payments are decided in ${settleAfterMs / 1000} s, when their orders have expired`);
  return Date.now() + settleAfterMs;
}
