import { join } from 'node:path';
import { REPOSITORY } from '../tools/stack/repository.ts';

/** Screenshots, the record of requests and the report of one run. Not kept in the repository. */
export const OUTPUT = join(REPOSITORY, 'e2e/output');

/** One line of JSON for each request that a browser sent to our own origin. */
export const REQUEST_RECORD = join(OUTPUT, 'requests.jsonl');
