import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../tools/stack/repository.ts';
import { runVitest } from '../tools/test/run-vitest.ts';
import { OUTPUT } from './output.ts';

/** Every journey in a real browser against the whole stack. `--screens` also lays all screens side by side. */
const asked = process.argv.slice(2);
rmSync(OUTPUT, { recursive: true, force: true });
const config = ['--config', join(REPOSITORY, 'e2e/vitest.config.ts'), '--root', REPOSITORY];
await runVitest({
  suite: 'e2e',
  reportFile: join(OUTPUT, 'vitest-report.json'),
  args: [...config, '--reporter=verbose', ...asked.filter((word) => word !== '--screens')],
  env: { JAWHARA_E2E_SCREENS: asked.includes('--screens') ? 'all' : '' },
});
