import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../tools/stack/repository.ts';
import { runNode } from '../tools/test/run-node.ts';
import { writeResults } from '../tools/test/results.ts';
import { countJourneys, failedJourneys } from './count-journeys.ts';
import { OUTPUT, REPORT } from './output.ts';

const REPLAYED_AT_MOST = 8;

/**
 * Runs every journey in a real browser against the whole stack; with `--screens` instead every screen in every width, language
 * and colour scheme (`e2e/screens/`). `--port N` lets it run beside another run. Other arguments go to Playwright; a run of
 * selected journeys skips the projects they depend on.
 */
const words = process.argv.slice(2);
const isScreens = words.includes('--screens');
const portAt = words.indexOf('--port');
const port = portAt < 0 ? '' : (words[portAt + 1] ?? '');
const filePatterns = words.filter(
  (word, index) => word !== '--screens' && (portAt < 0 || (index !== portAt && index !== portAt + 1)),
);

rmSync(OUTPUT, { recursive: true, force: true });
const playwright = join(REPOSITORY, 'node_modules/@playwright/test/cli.js');
const config = join(REPOSITORY, 'e2e/playwright.config.ts');
const wanted = isScreens ? ['screens/', ...filePatterns] : filePatterns;
const place = port === '' ? {} : { JAWHARA_E2E_BASE_PORT: port };
const play = (what: readonly string[], env: Readonly<Record<string, string>>): Promise<number> =>
  runNode([playwright, 'test', '--config', config, ...what, ...(what.length > 0 ? ['--no-deps'] : [])], {
    ...place,
    ...env,
  });
const isWhole = wanted.length === 0;
const exitCode = await play(wanted, {
  JAWHARA_E2E_SCREENS: isScreens ? 'all' : '',
  JAWHARA_E2E_TRACES: isWhole ? '' : 'all',
});
const results = countJourneys(REPORT, exitCode);
writeResults('e2e', results);
if (isWhole && results.failed > 0) await replayFailed();
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed > 0 ? 1 : 0;

/** Repeats failed journeys only to record traces: a journey that passes the second time still counts as failed. */
async function replayFailed(): Promise<void> {
  const failed = existsSync(REPORT) ? failedJourneys(REPORT, REPLAYED_AT_MOST) : [];
  if (failed.length === 0) return;
  console.log('playing what failed again, for its traces; the count stays');
  await play([...failed, '--workers', '1'], { JAWHARA_E2E_REPLAY: 'failed' });
}
