import { join } from 'node:path';
import { REPOSITORY } from '../tools/stack/repository.ts';

/** Screenshots, the record of requests and the report of one run. Not kept in the repository. */
export const OUTPUT = join(REPOSITORY, 'e2e/output');

/** For each test that failed, a folder with its trace and the page as it was. */
export const FAILED = join(OUTPUT, 'failed');

/** One line of JSON for each request that a browser sent to our own origin. */
export const REQUEST_RECORD = join(OUTPUT, 'requests.jsonl');

/** Everything at every width and as a picture, for a person to look at. */
export const ALL_SHOTS = process.env['JAWHARA_E2E_SCREENS'] === 'all';
