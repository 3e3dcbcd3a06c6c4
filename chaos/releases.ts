import { spawn } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flowsDir, lanePair, type Lane } from '../tools/stack/machines.ts';
import type { Part } from '../tools/stack/part.ts';
import { REPOSITORY } from '../tools/stack/repository.ts';
import { httpUrl } from '../tools/stack/profiles.ts';
import type { Stack } from '../tools/stack/start-stack.ts';

/** The steps of a release, by the same commands that an operator enters by deploy/release.md. */
export interface Releases {
  register(build: string): Promise<void>;
  rollBackTo(build: string): Promise<void>;
  /** Waits until no flow of the build is left, and removes the build from the engine. */
  drainAndRemove(build: string): Promise<void>;
  /** Starts the workers of a build in one of the balancer's two lanes. They get no work until the build is registered. */
  startLane(lane: Lane, build: string, root?: string): Promise<[Part, Part]>;
}

const SIGNED = ['--why', 'a release in the middle of everything', '--yes'];

function command(stack: Stack, entry: string, words: readonly string[]): Promise<string> {
  return new Promise((done, failed) => {
    const env = { ...stack.env, FLOWS_DIR: flowsDir(stack) };
    const child = spawn(process.execPath, [entry, ...words], { cwd: REPOSITORY, env });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
    child.once('error', failed);
    child.once('close', (code) =>
      code === 0 ? done(said) : failed(new Error(`${words.join(' ')} ended with ${code}: ${said}`)),
    );
  });
}

export function releasesOf(stack: Stack): Releases {
  const ops = (...words: string[]) => command(stack, 'apps/api/src/program/ops.ts', ['deploy', ...words]);
  const lanes = (...words: string[]) => command(stack, 'deploy/flows/lanes.ts', words);
  return {
    register: async (build) =>
      void (await ops('register', build, '--url', httpUrl(stack.ports.flow), ...SIGNED)),
    rollBackTo: async (build) => void (await ops('rollback', build, ...SIGNED)),
    async drainAndRemove(build) {
      await ops('drain', build);
      await ops('remove', build, ...SIGNED);
      await lanes('drop', build);
    },
    async startLane(lane, build, root) {
      const pair = lanePair(stack, lane, { build, ...(root && { root }) });
      for (const part of pair) await stack.join(part);
      await lanes('put', build, lane);
      return pair;
    },
  };
}

const FLOW = 'apps/api/src/orders/order.flow.ts';

/**
 * An additional step and two renamed ones, so that no journal of the build before can be continued with them. The places are
 * found by the names of the steps alone, because a journal has only those.
 */
const CHANGES = [
  [
    "await flow.step('take money',",
    "(await flow.step('look twice', async () => null)) ?? await flow.step('take the money',",
  ],
  ["await flow.step('load',", "await flow.step('load again',"],
] as const;

export function changeSteps(flow: string): string {
  return CHANGES.reduce((code, [from, to]) => {
    if (!code.includes(from)) throw new Error(`${FLOW} has no "${from}" any more: change another step`);
    return code.replaceAll(from, to);
  }, flow);
}

/** Copies the program into a folder and changes its steps; returns the folder. */
export function changedBuild(stack: Stack): string {
  const root = join(stack.dir, 'changed');
  rmSync(root, { recursive: true, force: true });
  cpSync(join(REPOSITORY, 'apps/api'), join(root, 'apps/api'), {
    recursive: true,
    filter: (path) => !path.includes('/node_modules') && !path.endsWith('.test.ts'),
  });
  const file = join(root, FLOW);
  writeFileSync(file, changeSteps(readFileSync(file, 'utf8')));
  return root;
}
