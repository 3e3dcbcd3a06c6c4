import { join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';
import { runVitest } from './run-vitest.ts';

/** Unit and integration tests on real services. A filter narrows them: `npm test orders`. */
await runVitest({
  suite: 'test',
  reportFile: join(REPOSITORY, '.ci/results/vitest-report.json'),
  args: ['--reporter=default', ...process.argv.slice(2)],
});
