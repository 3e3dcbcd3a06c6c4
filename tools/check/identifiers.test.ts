import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkIdentifiers, participlesIn } from './identifiers.ts';

describe('identifiers with a participle', () => {
  it.each([
    ['a variable', 'const told = 1;', 'told'],
    ['a parameter', 'function pay(asked: number) {}', 'asked'],
    ['a function', 'function keptRows() {}', 'keptRows'],
    ['a type', 'interface CardKept {}', 'CardKept'],
    ['a constant', 'const KEPT_MS = 1;', 'KEPT_MS'],
    ['a property', 'const row = { taken_at: 1 };', 'taken_at'],
    ['a property that is read', 'row.begunAt;', 'begunAt'],
    ['a private property', 'class A { #heard = 1; }', 'heard'],
    ['a name in JSX', 'const A = () => <p>{given}</p>;', 'given'],
  ])('the identifiers check finds a participle in %s', (_what, text, name) => {
    expect(participlesIn('a.tsx', text)).toEqual([{ name, line: 1 }]);
  });

  it('the identifiers check reports the right line after letters of several bytes', () => {
    expect(participlesIn('a.ts', "const a = 'السعر';\n\nconst told = a;\n")).toEqual([
      { name: 'told', line: 3 },
    ]);
  });

  it.each([
    ['a string', "const a = 'told';"],
    ['a comment', '// asked\nconst a = 1;'],
    ['the text of a component', 'const A = () => <p>kept</p>;'],
    ['a longer word', 'const mistaken = unbegun + forgiven + toldish;'],
  ])('the identifiers check finds no participle in %s', (_what, text) => {
    expect(participlesIn('a.tsx', text)).toEqual([]);
  });
});

describe('the check of identifiers', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'jawhara-identifiers-'));
    execFileSync('git', ['init', '-q'], { cwd: directory });
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }

  it('the identifiers check names every place, and allows an exempt column only in the files of its exemption', () => {
    write('apps/api/src/refund.store.ts', 'const by = row.asked_by;\n');
    write('apps/api/src/refund.ts', 'const by = row.asked_by;\n');
    write('e2e/a.ts', 'const kept = 1;\n');
    const column = { name: 'asked_by', files: /\.store\.ts$/, why: 'a column' };
    expect(checkIdentifiers(directory, [column])).toEqual({
      files: 3,
      exempt: 1,
      problems: ['apps/api/src/refund.ts:1 asked_by', 'e2e/a.ts:1 kept'],
    });
  });

  it('the identifiers check reports an exemption that is not used', () => {
    write('apps/api/src/a.ts', 'const a = 1;\n');
    expect(checkIdentifiers(directory, [{ name: 'asked_by', files: /./, why: 'a column' }]).problems).toEqual(
      ['exemption without a use: asked_by in .'],
    );
  });
});
