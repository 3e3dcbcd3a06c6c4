import { mkdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from '../tools/stack/part.ts';
import type { Stack } from '../tools/stack/start-stack.ts';
import type { Trouble, Troubles } from './plan-trouble.ts';
import type { SandboxControls } from './sandbox-controls.ts';

/** Long enough for payers to lose their patience and go elsewhere. */
const DARK_FOR_MS = 6_000;
const CHARGED_WITHIN_MS = 12_000;
const LOOK_EVERY_MS = 500;
/** Nobody new was charged for so long: the crowd is through. */
const LOOKS_WITHOUT_NEWS = 2;

/** Something dies without a word, and comes back. */
export interface Fault {
  readonly name: string;
  /** How well the providers work meanwhile. */
  readonly trouble: Trouble;
  strike(troubles: Troubles): Promise<void>;
  mend(): Promise<void>;
}

export function faultsOf(stack: Stack, sandbox: SandboxControls): Fault[] {
  const engine = powerCut('engine killed', stack.part('restate'));
  return [
    powerCut('api killed', stack.part('api')),
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
    powerCut('postgres killed', stack.part('postgres')),
    providersFail(sandbox),
  ];
}

/** The crowd is charged, hardly anybody hears of it, and then nobody can be asked either. */
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

function powerCut(name: string, part: Part): Fault {
  return {
    name,
    trouble: 'light',
    strike: () => part.kill('SIGKILL'),
    async mend() {
      await part.start();
      await part.ready();
    },
  };
}
