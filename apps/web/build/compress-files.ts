import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** The files that get compressed copies. Fonts are compressed already. */
const WORTH_IT = '**/*.{html,js,css,svg,json,webmanifest,txt}';

/** Writes compressed copies (.br, .gz) beside each file, with the best compression. A copy that is not smaller is left out. */
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
