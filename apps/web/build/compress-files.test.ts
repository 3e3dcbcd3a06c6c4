import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { compressFiles } from './compress-files.ts';

const dist = mkdtempSync(join(tmpdir(), 'twins-'));
afterAll(() => rmSync(dist, { recursive: true }));

it('each built file gets a brotli and a gzip copy, unless it is already compressed or would not get smaller', () => {
  mkdirSync(join(dist, 'pay'));
  const long = 'gems '.repeat(200);
  for (const file of ['pay/index.html', 'a.js', 'a.woff2']) writeFileSync(join(dist, file), long);
  writeFileSync(join(dist, 'b.js'), 'x');
  compressFiles(dist);
  expect(brotliDecompressSync(readFileSync(join(dist, 'pay/index.html.br'))).toString()).toBe(long);
  expect(gunzipSync(readFileSync(join(dist, 'a.js.gz'))).toString()).toBe(long);
  expect(['a.woff2.br', 'b.js.br', 'b.js.gz'].some((file) => existsSync(join(dist, file)))).toBe(false);
});
