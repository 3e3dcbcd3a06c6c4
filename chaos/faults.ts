import { mkdirSync, rmSync } from 'node:fs';
import type { Part } from '../tools/stack/part.ts';
import type { Stack } from '../tools/stack/start-stack.ts';

/** Something dies without a word, and comes back. */
export interface Fault {
  readonly name: string;
  strike(): Promise<void>;
  mend(): Promise<void>;
}

export function faultsOf(stack: Stack): Fault[] {
  const engine = powerCut('engine killed', stack.part('restate'));
  return [
    powerCut('api killed', stack.part('api')),
    engine,
    {
      name: 'engine killed, disk wiped',
      async strike() {
        await engine.strike();
        rmSync(stack.restateDir, { recursive: true, force: true });
        mkdirSync(stack.restateDir, { recursive: true });
      },
      mend: engine.mend,
    },
    powerCut('postgres killed', stack.part('postgres')),
  ];
}

function powerCut(name: string, part: Part): Fault {
  return {
    name,
    strike: () => part.kill('SIGKILL'),
    async mend() {
      await part.start();
      await part.ready();
    },
  };
}
