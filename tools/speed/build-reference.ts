import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { compressFiles } from '../../apps/web/build/compress-files.ts';
import { STATE_DIR } from '../stack/repository.ts';

/** Builds the reference page with the site's Vite and browser targets. Returns the folder of the build. */
export async function buildReference(): Promise<string> {
  const outDir = join(STATE_DIR, 'speed/reference');
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'reference'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, target: ['chrome99', 'safari15'], modulePreload: false },
  });
  mkdirSync(join(outDir, '.vite'), { recursive: true });
  writeFileSync(join(outDir, '.vite/csp.json'), JSON.stringify({ inlineScripts: [] }));
  compressFiles(outDir);
  return outDir;
}
