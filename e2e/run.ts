import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../tools/stack/repository.ts';
import { runNode } from '../tools/test/run-node.ts';
import { writeResults } from '../tools/test/results.ts';
import { countJourneys } from './count-journeys.ts';
import { OUTPUT } from './output.ts';

/**
 * Every journey in a real browser against the whole stack; with `--screens` instead every screen in every width, language
 * and light (`e2e/screens/`). `--port N` lets it run beside another one. What else is said is for Playwright; whoever asks
 * for a part of the journeys does not want those that come before it.
 */
const words = process.argv.slice(2);
const isScreens = words.includes('--screens');
const portAt = words.indexOf('--port');
const port = portAt < 0 ? '' : (words[portAt + 1] ?? '');
const asked = words.filter(
  (word, index) => word !== '--screens' && (portAt < 0 || (index !== portAt && index !== portAt + 1)),
);

rmSync(OUTPUT, { recursive: true, force: true });
const playwright = join(REPOSITORY, 'node_modules/@playwright/test/cli.js');
const config = join(REPOSITORY, 'e2e/playwright.config.ts');
const wanted = isScreens ? ['screens/', ...asked] : asked;
const exitCode = await runNode(
  [playwright, 'test', '--config', config, ...wanted, ...(wanted.length > 0 ? ['--no-deps'] : [])],
  { JAWHARA_E2E_SCREENS: isScreens ? 'all' : '', ...(port !== '' && { JAWHARA_E2E_BASE_PORT: port }) },
);
const results = countJourneys(join(OUTPUT, 'report.json'), exitCode);
writeResults('e2e', results);
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed > 0 ? 1 : 0;
