import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../tools/stack/repository.ts';
import { runNode } from '../tools/test/run-node.ts';
import { writeResults } from '../tools/test/results.ts';
import { countJourneys } from './count-journeys.ts';
import { OUTPUT } from './output.ts';

/**
 * Every journey in a real browser against the whole stack. `--screens` also lays all screens side by side. What else is
 * said is for Playwright; whoever asks for a part of the journeys does not want those that come before it.
 */
const asked = process.argv.slice(2).filter((word) => word !== '--screens');
const screens = process.argv.includes('--screens') ? 'all' : '';
rmSync(OUTPUT, { recursive: true, force: true });
const playwright = join(REPOSITORY, 'node_modules/@playwright/test/cli.js');
const config = join(REPOSITORY, 'e2e/playwright.config.ts');
const exitCode = await runNode(
  [playwright, 'test', '--config', config, ...asked, ...(asked.length > 0 ? ['--no-deps'] : [])],
  { JAWHARA_E2E_SCREENS: screens },
);
const results = countJourneys(join(OUTPUT, 'report.json'), exitCode);
writeResults('e2e', results);
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed > 0 ? 1 : 0;
