import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkTypeNames } from './type-names.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'jawhara-type-names-'));
  plant('apps/api/src/orders/payment.store.ts', 'export interface Attempt {\n  readonly id: string;\n}\n');
});
afterEach(() => rmSync(directory, { recursive: true }));

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), text);
}

it.each([
  'export type Attempt = string;',
  'export interface Attempt<T> { readonly id: T }',
  'export class Attempt {}',
  '/** Another. */\nexport type Attempt =\n  | 1;',
])('the type names check finds a second type of the same name in an app: %j', (text) => {
  plant('apps/api/src/guards/book.ts', text);
  expect(checkTypeNames(directory)).toEqual({
    types: 1,
    problems: ['Attempt has 2 meanings: apps/api/src/guards/book.ts, apps/api/src/orders/payment.store.ts'],
  });
});

it.each([
  ['another app', 'apps/web/src/purchase.ts', 'export interface Attempt {}'],
  ['a name that nobody can import', 'apps/api/src/guards/book.ts', 'interface Attempt {}'],
  ['a test', 'apps/api/src/guards/book.test.ts', 'export interface Attempt {}'],
  ['a longer name', 'apps/api/src/guards/book.ts', 'export type AttemptBook = string;'],
  [
    'one that is handed on',
    'apps/api/src/index.ts',
    `export type { Attempt } from './orders/payment.store.ts';`,
  ],
  ['the type of a value', 'apps/api/src/orders/payment.store.ts', 'export type A = 1;\nexport class A {}'],
])('the type names check accepts %s', (_what, path, text) => {
  plant(path, text);
  expect(checkTypeNames(directory).problems).toEqual([]);
});
