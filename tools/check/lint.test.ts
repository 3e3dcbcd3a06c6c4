import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../stack/repository.ts';

const lines = (count: number, line: string): string => `${line}\n`.repeat(count);

/** A violation per file, and the rule that must report it. */
const PLANTED = [
  ['max-lines', 'apps/api/src/too-long.ts', lines(401, '// line')],
  [
    'max-lines-per-function',
    'apps/api/src/long-function.ts',
    `export function long() {\n${lines(70, '  void 0;')}}\n`,
  ],
  ['no-process-env', 'apps/api/src/orders/reads-env.ts', `export const port = process.env['API_PORT'];\n`],
  ['no-default-export', 'apps/api/src/orders/default.ts', 'const a = 1;\nexport default a;\n'],
  ['no-explicit-any', 'packages/domain/src/any.ts', 'export const a = (b: any): unknown => b;\n'],
  [
    'no-floating-promises',
    'apps/api/src/orders/floating.ts',
    'const save = async () => 1;\nexport const go = () => {\n  save();\n};\n',
  ],
  [
    'switch-exhaustiveness-check',
    'packages/domain/src/partial.ts',
    `export function f(a: 'x' | 'y'): number {\n  switch (a) {\n    case 'x':\n      return 1;\n  }\n  return 2;\n}\n`,
  ],
  ['alt-text', 'apps/web/src/ui/no-alt.tsx', 'export const Face = () => <img src="/a.png" />;\n'],
  [
    'no-disabled-tests',
    'apps/api/src/skipped.test.ts',
    `import { it } from 'vitest';\nit.skip('a', () => {});\n`,
  ],
  // The oldest browsers that the site supports lack these functions.
  ...['[1].toSorted()', "URL.canParse('/')", 'AbortSignal.timeout(5)', 'Object.groupBy([1], String)'].map(
    (call, at) =>
      ['no-restricted-properties', `apps/web/src/young-${at}.ts`, `export const all = ${call};\n`] as const,
  ),
  ['no-restricted-properties', 'packages/domain/src/young.ts', 'export const all = [1].toReversed();\n'],
] as const;

/** Code that the linter allows in these files, although some of it is forbidden in others. */
const ALLOWED = {
  'apps/api/src/program/env.ts': `export const port = process.env['API_PORT'];\n`,
  'apps/api/src/long.test.ts': `export function long() {\n${lines(70, '  void 0;')}}\n`,
  'apps/web/vite.config.ts': 'export default {};\n',
  'apps/web/src/old.ts': `const list = [1];\nexport const all = [list.findLast(Boolean), Object.hasOwn(list, '0')];\n`,
  'apps/api/src/young.ts': 'export const all = [1].toReversed();\n',
  'packages/domain/src/young.test.ts': 'export const all = [1].toReversed();\n',
};

describe('the lint rules', () => {
  let directory: string;
  let findings: { file: string; rule: string }[];

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'jawhara-lint-'));
    const plant = (path: string, text: string): void => {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    };
    for (const [, path, text] of PLANTED) plant(path, text);
    for (const [path, text] of Object.entries(ALLOWED)) plant(path, text);
    plant(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { strict: true, jsx: 'preserve', types: ['node'] } }),
    );
    cpSync(join(REPOSITORY, '.oxlintrc.json'), join(directory, '.oxlintrc.json'));
    symlinkSync(join(REPOSITORY, 'node_modules'), join(directory, 'node_modules'));
    findings = lint(directory);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it.each(PLANTED)('the linter reports %s in %s', (rule, path) => {
    expect(findings.filter(({ file }) => file === path).map((finding) => finding.rule)).toContain(rule);
  });

  it.each(Object.keys(ALLOWED))('the linter reports nothing in %s', (path) => {
    expect(findings.filter(({ file }) => file === path)).toEqual([]);
  });
});

function lint(directory: string): { file: string; rule: string }[] {
  const { stdout } = spawnSync(
    join(REPOSITORY, 'node_modules/.bin/oxlint'),
    ['--format=json', 'apps', 'packages'],
    {
      cwd: directory,
      encoding: 'utf8',
    },
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] };
  return diagnostics.map(({ filename, code }) => ({
    file: filename,
    rule: /\(([^)]+)\)/.exec(code)?.[1] ?? code,
  }));
}
