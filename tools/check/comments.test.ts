import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkComments, vagueCommentsOf } from './comments.ts';

describe('comments with a forbidden first word', () => {
  it.each([
    ['a line', '// What is kept.\nrun();'],
    ['a line after code', 'run(); // Nobody reads it.'],
    ['a block', '/* Somebody waits. */\nrun();'],
    ['a doc comment', '/** Whoever pays. */\nexport const a = 1;'],
    ['a doc comment of several lines', '/**\n * One of them.\n * Two.\n */\nexport const a = 1;'],
    ['a comment in a call', 'run(/* What */ a);'],
    ['a comment in a template', 'run(`${/* What */ a}`);'],
    ['a comment in JSX', 'const A = () => <p>{/* Nobody sees it. */}</p>;'],
    ['a comment between attributes', 'const A = () => <p /* One of them */ id="a" />;'],
  ])('the comments check finds a forbidden first word: %s', (_what, text) => {
    expect(vagueCommentsOf('a.tsx', text)).toMatchObject([{ line: 1 }]);
  });

  it('the comments check reports the right line and word after letters of several bytes', () => {
    const text = "// السعر\nconst a = 'السعر // What';\n\n// Whoever asks.\n";
    expect(vagueCommentsOf('a.ts', text)).toEqual([{ line: 4, word: 'Whoever' }]);
  });

  it.each([
    ['a string', "const a = '// What is kept.';"],
    ['a template', 'const a = `\n// What is kept\n${b} /* One */`;'],
    ['a pattern', 'const a = /[/*What]/;'],
    ['the text of a component', 'const A = () => <p>// What /* One</p>;'],
    ['an attribute', 'const A = () => <p title="// What" />;'],
    ['another first word', '// The price: What it costs.\n/** Onerous */'],
    ['a compound', '// One-time codes.'],
    ['a full line above', '// The last of them is\n// One of the smallest.\nrun();'],
  ])('the comments check finds no forbidden first word in %s', (_what, text) => {
    expect(vagueCommentsOf('a.tsx', text)).toEqual([]);
  });

  it('the comments check finds a comment behind generics and casts of a .ts file', () => {
    expect(vagueCommentsOf('a.ts', 'const a = <T>(b: T) => <T>b; // What')).toHaveLength(1);
  });
});

describe('the check of comments', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'jawhara-comments-'));
    execFileSync('git', ['init', '-q'], { cwd: directory });
    write('.gitignore', 'dist\n');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }

  it('the comments check names every file and line with a forbidden first word', () => {
    write('apps/api/src/a.ts', '// What\nrun();\n// One\n');
    write('apps/web/a.tsx', '// The price.\n');
    write('a.mjs', '// Nobody\n');
    expect(checkComments(directory)).toEqual({
      files: 3,
      problems: [
        'a.mjs:1 begins with Nobody',
        'apps/api/src/a.ts:1 begins with What',
        'apps/api/src/a.ts:3 begins with One',
      ],
    });
  });

  it('the comments check reads no files that git ignores', () => {
    write('apps/web/dist/a.mjs', '// What\n');
    expect(checkComments(directory)).toEqual({ files: 0, problems: [] });
  });
});
