import { join } from 'node:path';
import { REPOSITORY } from '../tools/stack/repository.ts';

/** Screenshots, the record of requests and the report of one run. Not kept in the repository. */
export const OUTPUT = join(REPOSITORY, 'e2e/output');

const isReplay = process.env['JAWHARA_E2E_REPLAY'] === 'failed';

/** For each test that failed, a folder with the page as it was and its trace; the replay of a whole run has its own. */
export const FAILED = join(OUTPUT, isReplay ? 'failed-again' : 'failed');

export const REPORT = join(OUTPUT, isReplay ? 'report-of-replay.json' : 'report.json');

/** A whole run records none and plays again what failed: recording takes a third of a journey's CPU time. */
export const KEEPS_TRACES =
  process.env['JAWHARA_E2E_SCREENS'] !== 'all' && (isReplay || process.env['JAWHARA_E2E_TRACES'] === 'all');

/** One line of JSON for each request that a browser sent to our own origin. */
export const REQUEST_RECORD = join(OUTPUT, 'requests.jsonl');

/** Everything at every width and as a picture, for a person to look at. */
export const ALL_SHOTS = process.env['JAWHARA_E2E_SCREENS'] === 'all';
