import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readGoodSteps, treeDigest } from './good-steps.ts';

let repository: string;

const write = (path: string, text: string): void => writeFileSync(join(repository, path), text);

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'good-steps-'));
  execFileSync('git', ['init', '-q'], { cwd: repository });
  mkdirSync(join(repository, 'node_modules'));
  write('.gitignore', 'node_modules\n');
  write('node_modules/.package-lock.json', '{}');
  write('price.ts', 'export const cents = 999;');
});

afterEach(() => rmSync(repository, { recursive: true, force: true }));

it('a check step that passed is skipped on the next run while no file has changed', () => {
  const before = treeDigest(repository);
  readGoodSteps(repository, before).add('lint');
  const after = treeDigest(repository);
  expect(after).toBe(before);
  expect(readGoodSteps(repository, after).has('lint')).toBe(true);
  expect(readGoodSteps(repository, after).has('format')).toBe(false);
});

it.each([
  ['a file is changed', () => write('price.ts', 'export const cents = 998;')],
  ['a file is added', () => write('fee.ts', '')],
  ['a file is deleted', () => rmSync(join(repository, 'price.ts'))],
  ['a package is installed', () => write('node_modules/.package-lock.json', '{"a":1}')],
])('every step of the check runs again after %s', (_what, change) => {
  execFileSync('git', ['add', '-A'], { cwd: repository });
  readGoodSteps(repository, treeDigest(repository)).add('lint');
  change();
  expect(readGoodSteps(repository, treeDigest(repository)).has('lint')).toBe(false);
});
