import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../tools/stack/wait-until.ts';
import type { PlannedOrder } from './plan-orders.ts';
import type { WaveWorld } from './run-wave.ts';

/** Late enough that each of them has expired, even if the shop was away at the hour. */
const DECIDED_AFTER_EXPIRIES = 2.5;
const LATENCY_MS = 20;
const CHARGED_WITHIN_MS = 40_000;
const LOOK_EVERY_MS = 250;
/** The longest anybody waits before pressing. */
const STARTED_WITHIN_MS = 1_500;

/** Some payers whose provider takes its time: they expire under the waves, and their money comes after that. Says when all of it is there. */
export async function runLateCrowd(
  { sandbox, play, say }: WaveWorld,
  orders: readonly PlannedOrder[],
  expiresAfterMs: number,
): Promise<number> {
  const settleAfterMs = expiresAfterMs * DECIDED_AFTER_EXPIRIES;
  await sandbox.outage({ latencyMs: LATENCY_MS, settleAfterMs });
  for (const order of orders) play(order);
  await sleep(STARTED_WITHIN_MS);
  const areBegun = async (): Promise<boolean> => (await sandbox.books()).length >= orders.length;
  await waitUntil('the late crowd', areBegun, CHARGED_WITHIN_MS, LOOK_EVERY_MS);
  say(`${orders.length} payments are decided in ${settleAfterMs / 1000} s, when their orders have expired`);
  return Date.now() + settleAfterMs;
}
