import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkOldBrowsers } from './old-browsers.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'jawhara-old-browsers-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function problemsIn(path: string, text: string): string[] {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), text);
  return checkOldBrowsers(directory).problems;
}

it.each(['list.toSorted()', 'URL.canParse(text)', 'AbortSignal.timeout(5)', 'Object.groupBy(list, of)'])(
  'finds what the oldest browsers do not have: %s',
  (call) => {
    const found = problemsIn(
      'apps/web/src/browser/orders.ts',
      `const list = [];\nexport const all = ${call};\n`,
    );
    expect(found).toEqual([expect.stringContaining('apps/web/src/browser/orders.ts:2')]);
  },
);

it.each([
  ['what they have', 'apps/web/src/a.ts', 'sorted(list); list.findLast(is); Object.hasOwn(of, key);'],
  ['what runs on the server', 'apps/api/src/a.ts', 'list.toSorted()'],
  ['a test', 'packages/domain/src/a.test.ts', 'list.toSorted()'],
])('leaves alone %s', (_what, path, text) => expect(problemsIn(path, text)).toEqual([]));
