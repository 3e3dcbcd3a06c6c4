import { join } from 'node:path';
import { REPOSITORY } from '../tools/stack/repository.ts';

/** Screenshots, recorded requests and the report of a run. Not stored in the repository. */
export const OUTPUT = join(REPOSITORY, 'e2e/output');

const isReplay = process.env['JAWHARA_E2E_REPLAY'] === 'failed';

/** A folder for each failed test with its page and trace; the replay of a whole run has its own. */
export const FAILED = join(OUTPUT, isReplay ? 'failed-again' : 'failed');

export const REPORT = join(OUTPUT, isReplay ? 'report-of-replay.json' : 'report.json');

/** A whole run records no traces and repeats failed journeys instead: recording takes a third of a journey's CPU time. */
export const KEEPS_TRACES =
  process.env['JAWHARA_E2E_SCREENS'] !== 'all' && (isReplay || process.env['JAWHARA_E2E_TRACES'] === 'all');

/** A line of JSON for each request that a browser sent to our own origin. */
export const REQUEST_RECORD = join(OUTPUT, 'requests.jsonl');

/** Every screen at every width, with pictures for manual review. */
export const ALL_SHOTS = process.env['JAWHARA_E2E_SCREENS'] === 'all';
