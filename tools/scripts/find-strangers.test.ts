import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SCRIPT_INVENTORY } from '../../apps/web/build/scripts/script-inventory.ts';
import { sha384Of, type ScriptRecord } from '../../apps/web/build/scripts/script-record.ts';
import { findStrangers, findUnnamed } from './find-strangers.ts';

const FIRST = 'document.title = "x"';
const CODE = 'export {};';
const PAGE = `<!doctype html><head><link rel="modulepreload" crossorigin href="/assets/floor-1.js"></head><body>
<script>${FIRST}</script><button type="button">once</button><script type="module" async src="/assets/floor-1.js"></script></body>`;

const inlineHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const script = (packages: readonly string[] = []) => ({ sha384: sha384Of(CODE), packages });

const RECORD: ScriptRecord = {
  inline: [inlineHash(FIRST)],
  files: {
    'assets/floor-1.js': script(Object.keys(SCRIPT_INVENTORY.packages)),
    'bank-return.js': script(),
    'mail-stop.js': script(),
    'service-worker.js': script(),
  },
};

function strangers(page: string, files: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const read = async (path: string) => (path === '/pay' ? page : (files[path] ?? CODE));
  return findStrangers({ pages: ['/pay'], read }, RECORD);
}

const planted = (tag: string) => PAGE.replace('</body>', `${tag}</body>`);

describe('scripts on a page', () => {
  it('the script check accepts the scripts of the build', async () => {
    expect(await strangers(PAGE)).toEqual([]);
  });

  it.each([
    ['an inline script', planted('<script>steal()</script>'), /an inline script nobody named/],
    ['a changed one', PAGE.replace(FIRST, `${FIRST};`), /an inline script nobody named/],
    [
      'a foreign script',
      planted('<script src="https://evil.example/x.js"></script>'),
      /evil\.example\/x\.js is not of/,
    ],
    [
      'a file of ours that nobody built',
      planted('<SCRIPT SRC=/assets/extra.js></SCRIPT >'),
      /extra\.js is not of/,
    ],
    ['a module fetched ahead', planted('<link rel=modulepreload href=/assets/m.js>'), /m\.js is not of/],
    ['a script in an attribute', planted('<img src=x onerror="steal()">'), /a script in an attribute/],
    ['an address that runs', planted('<a href="javascript:steal()">x</a>'), /a script in an attribute/],
  ])('the script check finds %s', async (_what, page, problem) => {
    expect(await strangers(page)).toEqual([expect.stringMatching(problem)]);
  });

  it('the script check finds a file with other bytes than the build made', async () => {
    expect(await strangers(PAGE, { '/assets/floor-1.js': 'export {} ;' })).toEqual([
      '/assets/floor-1.js: is not what the build made',
    ]);
  });
});

describe('the inventory of scripts', () => {
  const withFile = (file: string, packages: readonly string[] = []) =>
    findUnnamed({ ...RECORD, files: { ...RECORD.files, [file]: script(packages) } });

  it('every script and package of the build is in the inventory', () =>
    expect(findUnnamed(RECORD)).toEqual([]));

  it('the inventory check reports an unlisted package in a file, and an unlisted script', () => {
    expect(withFile('assets/other.js', ['left-pad'])).toEqual([
      'the package left-pad is not in the inventory',
    ]);
    expect(withFile('skim.js')).toEqual(['the script skim.js is not in the inventory']);
  });

  it('the inventory check reports missing scripts and packages, and the number of inline scripts', () => {
    const none = findUnnamed({ inline: [], files: {} });
    expect(none).toContain('the package react is in no script any more');
    expect(none).toContain('the script bank-return.js is not built any more');
    expect(none).toContain('0 scripts inside the pages, the inventory has another number');
  });
});
