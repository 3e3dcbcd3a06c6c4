import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from '../stack/repository.ts';
import { writeResults, type SuiteResults } from '../test/results.ts';

/** Drives every call with input made from its schema. `--seed N` plays a run again, `--requests N` makes it longer, `--call NAME` keeps to one. */

const REQUESTS_DEFAULT = '20000';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, requests: { type: 'string' }, call: { type: 'string' } },
});
const seed = values.seed ?? String(randomInt(2 ** 31));
const directory = mkdtempSync(join(tmpdir(), 'jawhara-fuzz-'));
const report = join(directory, 'report.json');

console.log(`seed ${seed}: npm run fuzz -- --seed ${seed}`);
const code = await runVitest();
const results = count(code);
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

function count(exitCode: number): SuiteResults {
  try {
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
