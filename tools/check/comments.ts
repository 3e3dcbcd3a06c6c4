import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { REPOSITORY } from '../stack/repository.ts';
import { firstByteOf, walk } from './syntax-tree.ts';

const SOURCES = ['*.ts', '*.tsx', '*.mjs'];
/** A comment that begins so leaves its subject to be guessed. `One-time` is a word of its own. */
const OPENING = /(?:\/\/+|\/\*+)[\s*]*(Whoever|Nobody|Somebody|What|One)\b(?!-)/g;
const TEXT_NODES = new Set(['StringLiteral', 'TemplateElement', 'RegExpLiteral', 'JSXText']);

interface Comment {
  readonly line: number;
  readonly word: string;
}

/** Comments of one file that begin with a forbidden word. Lines of `//` that follow each other are one comment. */
export function vagueCommentsOf(path: string, text: string): Comment[] {
  const candidates = [...text.matchAll(OPENING)].filter(({ index }) => !isContinuation(text, index));
  // Most files have none, and parsing is what takes the time.
  if (candidates.length === 0) return [];
  const texts = textSpans(path, text);
  return candidates
    .filter(({ index }) => {
      const byte = Buffer.byteLength(text.slice(0, index));
      return !texts.some(({ start, end }) => start <= byte && byte < end);
    })
    .map(({ index, 1: word = '' }) => ({ line: text.slice(0, index).split('\n').length, word }));
}

/** Whether the line above is part of the same comment: the word only stands first because the line was full. */
function isContinuation(text: string, index: number): boolean {
  if (!text.startsWith('//', index)) return false;
  const [above = '', before = ''] = text.slice(0, index).split('\n').slice(-2);
  return before.trim() === '' && above.trimStart().startsWith('//');
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Strings, templates, patterns and the text of JSX, in bytes of the file: `//` in them opens no comment. */
function textSpans(path: string, text: string): Span[] {
  const program = parseSync(text, { syntax: 'typescript', tsx: !path.endsWith('.ts'), decorators: true });
  const firstByte = firstByteOf(program, text);
  const spans: Span[] = [];
  walk(program, ({ type, span }) => {
    if (span !== undefined && TEXT_NODES.has(type))
      spans.push({ start: span.start - firstByte, end: span.end - firstByte });
  });
  return spans;
}

/** Every source that git knows or would add. */
export function sourcesOf(directory: string): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...SOURCES],
    { cwd: directory, maxBuffer: 64 * 1_048_576 },
  );
  const paths = listed.toString('utf8').split('\0').filter(Boolean);
  return paths.filter((path) => existsSync(join(directory, path))).toSorted();
}

/** Finds comments with a forbidden first word. */
export function checkComments(directory: string): { files: number; problems: string[] } {
  const paths = sourcesOf(directory);
  const problems = paths.flatMap((path) =>
    vagueCommentsOf(path, readFileSync(join(directory, path), 'utf8')).map(
      ({ line, word }) => `${path}:${line} begins with ${word}`,
    ),
  );
  return { files: paths.length, problems };
}

function main(): void {
  const { files, problems } = checkComments(REPOSITORY);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) console.log('name the subject and say why');
  console.log(`comments: ${files} files, ${problems.length} problems`);
  process.exitCode = files === 0 || problems.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
