import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';
import { GEM_SERVICE_MOODS } from '../gem-service.ts';
import { playRetries } from '../turns.ts';
import type { World } from '../world.ts';
import { act, at, type ActionKind } from './action.ts';

const JUMPS_MS = [
  SECOND_MS,
  10 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  DAY_MS,
  8 * DAY_MS,
  30 * DAY_MS,
];

const RETRIES_WITHIN_MINUTE = 2;

const STEPS = [
  'begin',
  'load',
  'load',
  'read',
  'take money',
  'take return',
  'credit',
  'deliver',
  'end delivery',
  'ask providers',
  'ask providers',
  'expire',
  'refund',
  'end look',
  'end look',
  'processed',
  'answer',
  'raise',
  'refuse',
];

/** Starts the worker's jobs, each as a task of its own, because several processes may run them at the same time. */
export function startJobs(world: World): void {
  for (const [name, run] of Object.entries(world.jobs))
    act(world, `worker: ${name}`, async () => {
      await run();
      return null;
    });
}

export function durationText(ms: number): string {
  if (ms >= DAY_MS) return `${ms / DAY_MS} d`;
  if (ms >= HOUR_MS) return `${ms / HOUR_MS} h`;
  return ms >= MINUTE_MS ? `${ms / MINUTE_MS} min` : `${ms / SECOND_MS} s`;
}

export const CIRCUMSTANCES = {
  'time passes': {
    weight: 12,
    start: async (world, which) => {
      const ms = at(JUMPS_MS, which) ?? SECOND_MS;
      if (ms >= MINUTE_MS) await playRetries(world, RETRIES_WITHIN_MINUTE);
      world.clock.forward(ms);
      world.log(`${durationText(ms)} pass`);
      startJobs(world);
      return true;
    },
  },
  'the jobs run': {
    weight: 2,
    start: (world) => {
      startJobs(world);
      return true;
    },
  },
  'a fault of ours comes or is mended': {
    weight: 3,
    start: ({ faults, log }, which) => {
      faults.failingStep = faults.failingStep === null ? (at(STEPS, which) ?? null) : null;
      log(
        faults.failingStep === null
          ? 'a release mends the fault'
          : `a fault of ours: the step "${faults.failingStep}" throws`,
      );
      return true;
    },
  },
  'delivery breaks or is mended': {
    weight: 2,
    start: ({ faults, log }) => {
      faults.isDeliveryBroken = !faults.isDeliveryBroken;
      log(`delivery ${faults.isDeliveryBroken ? 'breaks' : 'works again'}`);
      return true;
    },
  },
  'gems are delivered by a remote service': {
    weight: 1,
    start: ({ faults, log, orders }) => {
      // A deployment has one way of delivering for all of its orders.
      if (faults.isDeliveryRemote || orders.length > 0) return false;
      faults.isDeliveryRemote = true;
      log('this deployment delivers gems by a remote service');
      return true;
    },
  },
  'the gem service changes': {
    weight: 2,
    start: ({ faults, gemService, log }, which) => {
      if (!faults.isDeliveryRemote) return false;
      gemService.mood = at(GEM_SERVICE_MOODS, which) ?? 'well';
      log(`the gem service: ${gemService.mood}`);
      return true;
    },
  },
  'the gem service is removed or added back': {
    weight: 2,
    start: ({ faults, log }) => {
      if (!faults.isDeliveryRemote) return false;
      faults.isServiceRemoved = !faults.isServiceRemoved;
      faults.wasServiceRemoved = true;
      log(`the gem service is ${faults.isServiceRemoved ? 'removed from' : 'back in'} the deployment`);
      return true;
    },
  },
  'the app bans an account': {
    weight: 1,
    start: async ({ db, appBans, log, recipients }) => {
      // A payer's device is linked to this account alone, so only here a dispute can add our ban to that of the app.
      const account = recipients.at(-1);
      if (account === undefined) return false;
      const rows = await db`
        update accounts set status = 'banned' where id = ${account} and status = 'normal'
          and not exists (select from bans where account_id = ${account} and lifted_at is null) returning id`;
      if (rows.length === 0) return false;
      appBans.add(account);
      log(`the app bans account ${account}, for a reason of its own`);
      return true;
    },
  },
  'the engine stops or returns': {
    weight: 1,
    start: ({ engine, log }) => {
      engine.isAway = !engine.isAway;
      log(`the engine ${engine.isAway ? 'stops' : 'is back'}`);
      return true;
    },
  },
} as const satisfies Record<string, ActionKind>;
