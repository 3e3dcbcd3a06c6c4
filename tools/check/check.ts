import { writeResults } from '../test/results.ts';
import { runStep } from './run-step.ts';
import { staticSteps } from './steps.ts';

const NAME_WIDTH = 44;

const startedAt = performance.now();
const failed: string[] = [];
let passed = 0;

// Every step runs even after a failure: one run tells everything there is to mend.
for (const step of staticSteps()) {
  const { isGood, tookMs, output } = await runStep(step);
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${step.name.padEnd(NAME_WIDTH)} ${seconds(tookMs)}`);
  if (isGood) passed += 1;
  else {
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
