import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Files worth compressing. Fonts are compressed already. */
const WORTH_IT = '**/*.{html,js,css,svg,json,webmanifest,txt}';

/** Beside every file its twins, .br and .gz, made once with all the time in the world. What does not get smaller has none. */
export function compressFiles(dist: string): void {
  for (const file of globSync(WORTH_IT, { cwd: dist })) {
    const plain = readFileSync(join(dist, file));
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    const twins = [
      ['br', brotliCompressSync(plain, { params: quality })],
      ['gz', gzipSync(plain, { level: constants.Z_BEST_COMPRESSION })],
    ] as const;
    for (const [ending, twin] of twins)
      if (twin.length < plain.length) writeFileSync(join(dist, `${file}.${ending}`), twin);
  }
}
