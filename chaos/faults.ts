import { mkdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from '../tools/stack/part.ts';
import { killBesideMails, type MailCrashWorld } from './mail-crashes.ts';
import type { Trouble, Troubles } from './plan-trouble.ts';
import { changedBuild, type Releases } from './releases.ts';
import type { SandboxControls } from './sandbox-controls.ts';
import { FIRST_BUILD } from '../tools/stack/machines.ts';

/** How long the providers' calls fail: long enough for payers to lose patience and use another provider. */
const DARK_FOR_MS = 6_000;
const CHARGED_WITHIN_MS = 12_000;
const LOOK_EVERY_MS = 500;
/** Checks without a new charge after which all payers count as charged. */
const LOOKS_WITHOUT_NEWS = 2;

/** A failure, or an operation such as a release, in the middle of a wave of payments, and its repair. */
export interface Fault {
  readonly name: string;
  /** How badly the providers behave during the fault. */
  readonly trouble: Trouble;
  strike(troubles: Troubles): Promise<void>;
  mend(): Promise<void>;
  /** Runs after the orders of the wave are decided, to prepare the next wave. */
  after?(): Promise<void>;
}

export interface FaultWorld extends MailCrashWorld {
  readonly releases: Releases;
  /** Called with the time that a process took to end after a stop signal. */
  readonly stopped: (name: string, tookMs: number) => void;
}

export function faultsOf(world: FaultWorld): Fault[] {
  const { stack, sandbox } = world;
  const engine = powerCut('engine killed', [stack.part('restate')]);
  return [
    powerCut(
      'all of ours killed',
      MACHINES.map((name) => stack.part(name)),
    ),
    machineGone(world),
    {
      name: 'workers killed between a mail and its record',
      trouble: 'light',
      strike: () => killBesideMails(world),
      mend: async () => undefined,
    },
    rollingRestart(world),
    ...releaseFaults(world),
    engine,
    {
      name: 'engine killed, disk wiped',
      trouble: 'light',
      async strike(troubles) {
        await engine.strike(troubles);
        rmSync(stack.restateDir, { recursive: true, force: true });
        mkdirSync(stack.restateDir, { recursive: true });
      },
      mend: engine.mend,
    },
    powerCut('postgres killed', [stack.part('postgres')]),
    providersFail(sandbox),
  ];
}

/** With three engine nodes, the one that created the cluster is killed for good: the other two have all its data. */
export function engineFaultsOf({ stack }: FaultWorld): Fault[] {
  const gone = stack.part('restate-n1');
  return [
    {
      name: 'one of three engines killed for good',
      trouble: 'light',
      strike: () => gone.kill('SIGKILL'),
      mend: async () => undefined,
    },
  ];
}

/** Payers are charged and most responses are lost; then calls to the providers, queries too, mostly fail. */
function providersFail(sandbox: SandboxControls): Fault {
  return {
    name: 'providers fail',
    trouble: 'heavy',
    async strike(troubles) {
      await crowdIsCharged(sandbox);
      await sandbox.darken(troubles);
    },
    async mend() {
      await sleep(DARK_FOR_MS);
      await sandbox.noTrouble();
    },
  };
}

async function crowdIsCharged(sandbox: SandboxControls): Promise<void> {
  const deadline = Date.now() + CHARGED_WITHIN_MS;
  const before = (await sandbox.books()).length;
  let known = before;
  for (let still = 0; Date.now() < deadline && (known === before || still < LOOKS_WITHOUT_NEWS);) {
    await sleep(LOOK_EVERY_MS);
    const now = (await sandbox.books()).length;
    still = now === known ? still + 1 : 0;
    known = now;
  }
}

async function startAgain(parts: readonly Part[]): Promise<void> {
  for (const part of parts) await part.start();
  for (const part of parts) await part.ready();
}

function powerCut(name: string, parts: readonly Part[]): Fault {
  return {
    name,
    trouble: 'light',
    strike: async () => void (await Promise.all(parts.map((part) => part.kill('SIGKILL')))),
    mend: () => startAgain(parts),
  };
}

const MACHINES = ['web-1', 'web-2', 'worker-1', 'worker-2'] as const;

/** A web process and a worker are killed for the rest of the wave: the other web process and worker must take over their work. */
function machineGone({ stack }: FaultWorld): Fault {
  const gone = [stack.part('web-1'), stack.part('worker-1')];
  return {
    name: 'one machine killed for good',
    trouble: 'light',
    strike: async () => void (await Promise.all(gone.map((part) => part.kill('SIGKILL')))),
    mend: async () => undefined,
    after: () => startAgain(gone),
  };
}

async function stopInTime({ stopped }: FaultWorld, part: Part): Promise<void> {
  const beganAt = Date.now();
  await part.stop();
  stopped(part.name, Date.now() - beganAt);
}

/** Every process stops and starts, one after the other, while payers pay. */
function rollingRestart(world: FaultWorld): Fault {
  const { stack } = world;
  return {
    name: 'rolling restart',
    trouble: 'light',
    async strike() {
      for (const name of MACHINES) {
        await stopInTime(world, stack.part(name));
        await startAgain([stack.part(name)]);
        await sleep(SEEN_BY_BALANCER_MS);
      }
    },
    mend: async () => undefined,
  };
}

/** Long enough for the balancer to notice a restarted process: its health checks are half a second apart. */
const SEEN_BY_BALANCER_MS = 1_000;
/** How long a new build runs flows before it is rolled back. */
const NEW_FOR_MS = 1_500;

/**
 * A build with changed steps is released while orders are in progress, one of the old workers is killed meanwhile, and the old
 * build is drained and removed. Then the next build is released and rolled back at once, and one of its workers is killed too.
 */
function releaseFaults(world: FaultWorld): Fault[] {
  const { stack, releases } = world;
  const old = [stack.part('worker-1'), stack.part('worker-2')] as const;
  return [
    {
      name: 'release with other steps',
      trouble: 'light',
      async strike() {
        await releases.startLane('lane_b', 'changed', changedBuild(stack));
        await releases.register('changed');
        await old[0].kill('SIGKILL');
      },
      // The killed worker of the old build is restarted, because flows that began on that build must finish on it.
      mend: () => startAgain([old[0]]),
      async after() {
        await releases.drainAndRemove(FIRST_BUILD);
        for (const part of old) await stopInTime(world, part);
      },
    },
    rolledBackRelease(world),
  ];
}

function rolledBackRelease(world: FaultWorld): Fault {
  const { releases } = world;
  const pair: Part[] = [];
  return {
    name: 'release taken back',
    trouble: 'light',
    async strike() {
      pair.push(...(await releases.startLane('lane_a', 'regretted')));
      await releases.register('regretted');
      await sleep(NEW_FOR_MS);
      await releases.rollBackTo('changed');
      await pair[0]?.kill('SIGKILL');
    },
    mend: () => startAgain(pair),
    async after() {
      await releases.drainAndRemove('regretted');
      for (const part of pair) await stopInTime(world, part);
    },
  };
}
