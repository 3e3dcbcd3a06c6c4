import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '../stack/repository.ts';

/**
 * Runs both ends of the room protocol against each other. `--runs N` makes more runs, `--seed N` repeats them, `--replay
 * SEED:STEPS` repeats the single run that a failure names.
 */

const RUNS_DEFAULT = '10000';
const TEST = 'packages/room-sync/src/room-model.test.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string' }, seed: { type: 'string' }, replay: { type: 'string' } },
});
const seed = values.seed ?? String(randomInt(2 ** 31));
const replay = values.replay === undefined ? {} : { ROOM_MODEL_REPLAY: values.replay };
const only = values.replay === undefined ? [] : ['-t', 'after quiet'];

console.log(`seed ${seed}: npm run room:model -- --runs ${values.runs ?? RUNS_DEFAULT} --seed ${seed}`);
const vitest = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');
const child = spawn(process.execPath, [vitest, 'run', '--project', 'pure', TEST, ...only], {
  cwd: REPOSITORY,
  env: { ...process.env, ROOM_MODEL_RUNS: values.runs ?? RUNS_DEFAULT, ROOM_MODEL_SEED: seed, ...replay },
  stdio: 'inherit',
});
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
