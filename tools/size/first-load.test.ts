import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstLoad } from './first-load.ts';

describe('firstLoad', () => {
  let dist: string;
  beforeEach(() => {
    dist = mkdtempSync(join(tmpdir(), 'jawhara-size-'));
    plant('assets/main-1.js', 'import{a}from"./shared-2.js";a();import("./later-3.js");');
    plant('assets/shared-2.js', 'export*from"./deep-4.js";export const a=()=>{};');
    plant('assets/deep-4.js', 'export const b=1;');
    plant('assets/pay-5.js', 'export const c=1;');
    plant('assets/later-3.js', 'export const d=1;');
    plant('assets/arabic-6.woff2', 'x'.repeat(1_234));
  });
  afterEach(() => rmSync(dist, { recursive: true }));

  function plant(path: string, text: string): void {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), text);
  }

  const page = (style: string) => `<!doctype html><style>${style}</style>
    <link rel="modulepreload" crossorigin href="/assets/pay-5.js">
    <script type="module" async src="/assets/main-1.js"></script>
    <script async src="https://elsewhere.example/x.js"></script>`;

  it('the first load counts the entry script, preloaded scripts and static imports, and no dynamic import', () => {
    plant('pay/index.html', page(''));
    expect(firstLoad(dist, 'pay/index.html').scripts).toEqual([
      'assets/deep-4.js',
      'assets/main-1.js',
      'assets/pay-5.js',
      'assets/shared-2.js',
    ]);
  });

  it('the first load counts a font that is declared twice once, by its file size', () => {
    const face = '@font-face{src:url(/assets/arabic-6.woff2) format("woff2")}';
    plant('pay/index.html', page(face + face));
    expect(firstLoad(dist, 'pay/index.html').fontBytes).toBe(1_234);
  });

  it('the first load grows with the scripts and with the page', () => {
    plant('pay/index.html', page(''));
    const before = firstLoad(dist, 'pay/index.html');
    const noise = Array.from({ length: 300 }, (_, index) => (index * 7919).toString(36)).join('');
    plant('assets/deep-4.js', `export const b="${noise}";`);
    plant('pay/index.html', page(`.a::after{content:"${noise}"}`));
    const after = firstLoad(dist, 'pay/index.html');
    expect(after.scriptBytes).toBeGreaterThan(before.scriptBytes + 300);
    expect(after.htmlAndCssBytes).toBeGreaterThan(before.htmlAndCssBytes + 300);
  });
});
