import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkNavigations } from './navigations.ts';

describe('the check of navigations', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'jawhara-navigations-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function problemsOf(path: string, text: string): string[] {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
    return checkNavigations(directory).problems;
  }

  it.each([
    'location.replace(address);',
    'location.assign(address);',
    'globalThis.location.assign(address);',
    'window.location.replace(address);',
    'document.location.assign(address);',
    'frame.contentWindow?.location.replace(address);',
    "location['replace'](address);",
    '(location as Location).assign(address);',
    'location?.assign(address);',
    'run(location.replace);',
    'const { replace } = location;',
    'const { assign: go } = window.location;',
    'location = address;',
    'window.location = address;',
    'location.href = address;',
    'globalThis.location.href = address;',
    'location.search += address;',
    'location.hash = address;',
    'window.open(address);',
    "globalThis.open(address, '_blank');",
    'window.parent.location.href = address;',
  ])('the navigation check finds a direct navigation: %s', (text) => {
    expect(problemsOf('apps/web/src/screens/pay/go.ts', `// why\n${text}\n`)).toEqual([
      'apps/web/src/screens/pay/go.ts:2 goes to an address by itself',
    ]);
  });

  it('the navigation check finds a direct navigation in a component, with its line', () => {
    const text =
      'const a = 1;\n\nexport const Go = () => (\n  <button onClick={() => location.assign(to)} />\n);\n';
    expect(problemsOf('apps/web/src/ui/go.tsx', text)).toEqual([
      'apps/web/src/ui/go.tsx:4 goes to an address by itself',
    ]);
  });

  it.each([
    'location.reload();',
    "location.pathname.replace('/', '');",
    'const { pathname, search } = location;',
    'const url = location.href;',
    "text.replace('a', 'b');",
    'Object.assign(a, b);',
    "history.replaceState(null, '', location.pathname);",
    'indexedDB.open(name, 1);',
    'caches.open(name);',
    'goToPage(address);',
    '// location.replace(address)',
  ])('the navigation check accepts %s', (text) => {
    expect(problemsOf('apps/web/src/screens/pay/go.ts', text)).toEqual([]);
  });

  it.each([
    'apps/web/src/browser/page-address.ts',
    'apps/web/src/ui/go.test.tsx',
    'apps/web/src/api/test/go.ts',
    'e2e/go.ts',
  ])('the navigation check does not read %s', (path) => {
    expect(problemsOf(path, 'location.assign(address);')).toEqual([]);
  });

  it('the navigation check counts the files it has read', () => {
    problemsOf('apps/web/src/ui/go.ts', 'go();');
    expect(checkNavigations(directory).files).toBe(1);
  });
});
