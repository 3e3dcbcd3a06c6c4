import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '../stack/repository.ts';
import { writeResults } from '../test/results.ts';
import { countVitest } from '../test/vitest-report.ts';

/**
 * Calls every endpoint with input generated from its schema. `--seed N` repeats a run, `--requests N` makes it longer, `--call
 * NAME` limits it to one.
 */

const REQUESTS_DEFAULT = '20000';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, requests: { type: 'string' }, call: { type: 'string' } },
});
// A random seed when run by hand. CI always uses the same one, so that a failure there comes from a change of the code.
const seed = values.seed ?? (process.env['CI'] === undefined ? String(randomInt(2 ** 31)) : '20261116');
const directory = mkdtempSync(join(tmpdir(), 'jawhara-fuzz-'));
const report = join(directory, 'report.json');

console.log(`seed ${seed}: npm run fuzz -- --seed ${seed}`);
const code = await runVitest();
const results = countVitest(report, code);
rmSync(directory, { recursive: true, force: true });
writeResults('fuzz', results);
console.log(`seed ${seed}: ${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed > 0 ? 1 : 0;

function runVitest(): Promise<number> {
  const vitest = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');
  const config = ['--config', join(REPOSITORY, 'tools/fuzz/vitest.config.ts'), '--root', REPOSITORY];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const only = values.call === undefined ? [] : ['-t', values.call];
  return new Promise((finished, broken) => {
    const child = spawn(process.execPath, [vitest, 'run', ...config, ...reporters, ...only], {
      cwd: REPOSITORY,
      env: { ...process.env, FUZZ_SEED: seed, FUZZ_REQUESTS: values.requests ?? REQUESTS_DEFAULT },
      stdio: 'inherit',
    });
    child.once('error', broken);
    child.once('close', (exitCode) => finished(exitCode ?? 1));
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
  });
}
