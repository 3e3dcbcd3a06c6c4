import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkModuleState, moduleStateOf } from './module-state.ts';

describe('state of a module', () => {
  it.each([
    ['a variable', 'let count = 0;'],
    ['an exported variable', 'export let count = 0;'],
    ['a collection', 'const seen = new Map<string, number>();'],
    ['a set of listeners', 'const listeners = new Set<() => void>();'],
    ['a target of events', 'const events = new EventTarget();'],
    ['a store', 'export const toast = createStore<string | null>(null);'],
    [
      'an object that a function changes',
      'const step: { next: null | 1 } = { next: null };\nrun(() => { step.next = 1; });',
    ],
    [
      'a list that grows',
      'const queue: string[] = [];\nexport const add = (one: string) => queue.push(one);',
    ],
    [
      'an object of another file',
      "import { step } from './step.ts';\nexport const go = () => { step.next = 1; };",
    ],
    ['a counter in an object', 'const seen = { count: 0 };\nexport const see = () => { seen.count += 1; };'],
  ])('the module state check finds %s', (_what, text) => {
    expect(moduleStateOf('a.ts', text)).toHaveLength(1);
  });

  it.each([
    ['a table', "const NAMES: ReadonlySet<string> = new Set(['a']);"],
    ['a list that stays', "const NAMES = ['a'];\nexport const has = (one: string) => NAMES.includes(one);"],
    [
      'a function with state of its own',
      'export function createQueue() { let count = 0; const all: number[] = []; return () => all.push(count += 1); }',
    ],
    ['a context', 'export const Page = createContext(null);'],
    [
      'a local of the same name',
      'const list = readList();\nexport function f() { const list: number[] = []; list.push(1); }',
    ],
  ])('the module state check finds nothing in %s', (_what, text) => {
    expect(moduleStateOf('a.ts', text)).toEqual([]);
  });

  it('the module state check reports the right line after letters of several bytes', () => {
    expect(moduleStateOf('a.tsx', "const a = 'السعر';\n\nlet b = <p>{a}</p>;\n")).toEqual([
      { name: 'b', line: 3 },
    ]);
  });
});

describe('the check of module state', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'jawhara-module-state-'));
    write('apps/web/src/ui/a.ts', 'let count = 0;\n');
    write('apps/web/src/ui/a.test.ts', 'let count = 0;\n');
    write('apps/web/src/room/a.ts', 'let count = 0;\n');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }

  it('the module state check reads no tests and no files of rooms', () => {
    expect(checkModuleState(directory, {})).toEqual({
      files: 1,
      exemptions: 0,
      problems: ['apps/web/src/ui/a.ts:1 count is state of its module'],
    });
  });

  it('the module state check accepts an exempt variable, and reports an exemption whose variable is gone', () => {
    const exempt = { 'apps/web/src/ui/a.ts count': 'one history per window' };
    expect(checkModuleState(directory, exempt).problems).toEqual([]);
    write('apps/web/src/ui/a.ts', 'export const count = 0;\n');
    expect(checkModuleState(directory, exempt).problems).toEqual([
      'apps/web/src/ui/a.ts count is exempt and not there',
    ]);
  });

  it('the module state check allows five exemptions at most', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    write('apps/web/src/ui/a.ts', names.map((name) => `let ${name} = 0;`).join('\n'));
    const exempt = Object.fromEntries(names.map((name) => [`apps/web/src/ui/a.ts ${name}`, 'a reason']));
    expect(checkModuleState(directory, exempt).problems).toEqual(['more than 5 exemptions']);
  });
});
