import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ACCOUNT_SOURCE_CODES, FLAVORS, type FlavorName } from '@jawhara/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { SITE_NAMES } from './flavor-name.ts';

const run = promisify(execFile);
const made = mkdtempSync(join(tmpdir(), 'jawhara-flavors-'));
afterAll(() => rmSync(made, { recursive: true }));

async function built(flavor: FlavorName): Promise<(file: string) => string> {
  const dir = join(made, flavor);
  // The build gets no other variable of the test's environment, so that it equals a deployment's build.
  const env = {
    PATH: process.env['PATH'],
    SITE_FLAVOR: String(FLAVORS[flavor].number),
    SITE_DIR: dir,
  } as unknown as NodeJS.ProcessEnv;
  await run(process.execPath, ['apps/web/build/build.ts'], { env });
  return (file) => readFileSync(join(dir, file), 'utf8');
}

describe('one source, two sites', () => {
  it.each<FlavorName>(['are', 'ludo'])(
    '[APP-20] the flavor %s builds with its own site name, manifests, icons and source code',
    async (flavor) => {
      const file = await built(flavor);
      const pay = file('pay/index.html');
      expect(pay).toContain(`· ${SITE_NAMES[flavor].ar}</title>`);
      expect(file('index.html')).toContain(`<title>${SITE_NAMES[flavor].ar}</title>`);
      expect(JSON.parse(file('manifest.webmanifest'))).toMatchObject({
        name: `${SITE_NAMES[flavor].ar}: شحن الجواهر`,
        dir: 'rtl',
      });
      expect(JSON.parse(file('manifest.en.webmanifest'))).toMatchObject({
        name: `${SITE_NAMES[flavor].en}: gem top-up`,
        dir: 'ltr',
      });
      for (const { src } of (JSON.parse(file('manifest.webmanifest')) as { icons: { src: string }[] }).icons)
        expect(file(src.slice(1))).not.toBe('');
      const code = ACCOUNT_SOURCE_CODES[FLAVORS[flavor].source];
      expect(pay).toMatch(new RegExp(`source:(?:Number\\([\`'"]${code}[\`'"]\\)\\|\\|1|${code})`));
    },
  );
});
