import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';
import { writeResults } from '../test/results.ts';
import { readGoodSteps, treeDigest } from './good-steps.ts';
import { runStep } from './run-step.ts';
import { staticSteps, TYPES_OUTPUT } from './steps.ts';

/**
 * `npm run check [-- NAME...] [--all]`: every static check, or those whose name contains one of the words. A step that has passed on
 * exactly these files is not run again, except in CI and with `--all`.
 */
const NAME_WIDTH = 44;

const words = process.argv.slice(2).filter((word) => word !== '--all');
const runsAll = process.env['CI'] !== undefined || process.argv.includes('--all');
const steps = staticSteps().filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
if (steps.length === 0) {
  console.error(
    `no step is named ${words.join(' or ')}: ${staticSteps()
      .map(({ name }) => name)
      .join(', ')}`,
  );
  process.exit(1);
}

const startedAt = performance.now();
const failed: string[] = [];
let passed = 0;

if (runsAll) rmSync(join(REPOSITORY, TYPES_OUTPUT), { recursive: true, force: true });
const goodSteps = readGoodSteps(REPOSITORY, treeDigest(REPOSITORY));

// Every step runs even after a failure, so that one run lists every problem.
for (const step of steps) {
  if (!runsAll && goodSteps.has(step.name)) {
    console.log(`ok   ${step.name.padEnd(NAME_WIDTH)} unchanged`);
    passed += 1;
    continue;
  }
  const { isGood, tookMs, output } = await runStep(step);
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${step.name.padEnd(NAME_WIDTH)} ${seconds(tookMs)}`);
  if (isGood) {
    passed += 1;
    goodSteps.add(step.name);
  } else {
    failed.push(step.name);
    console.log(output.replaceAll(/^/gm, '     '));
  }
}

writeResults('check', { passed, failed: failed.length, failures: failed });
const verdict = failed.length === 0 ? 'all good' : `FAILED: ${failed.join(', ')}`;
console.log(
  `check: ${passed} passed, ${failed.length} failed in ${seconds(performance.now() - startedAt)}, ${verdict}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
