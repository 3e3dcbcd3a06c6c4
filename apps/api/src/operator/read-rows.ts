import { createReadStream } from 'node:fs';
import * as v from 'valibot';

/** Schemas for the cells of an operator's file: in CSV every cell is text, in JSON a cell may also be a number or a boolean. */

export const yesOrNo = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false', '1', '0']),
    v.transform((text) => text === 'true' || text === '1'),
  ),
]);

export const wholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
  v.safeInteger(),
  v.minValue(0),
);

/** A line of a file as an object of names and values; the caller validates it. */
export interface FileRow {
  readonly line: number;
  readonly values: unknown;
}

/** A fault in a line, shown to the operator with the number of the line. */
export class WrongLine extends Error {
  constructor(line: number, why: string) {
    super(`line ${line}: ${why}`);
  }
}

/**
 * Replaces the operating system's error, because the code of that one would look like a lost database connection inside
 * a transaction.
 */
export class UnreadableFile extends Error {}

/** The cells of one CSV line (RFC 4180 without line breaks inside quotes). Null when a quote is never closed. */
function csvCells(line: string): string[] | null {
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    const match = /^(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/.exec(rest);
    if (match === null) return null;
    cells.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'));
    if (match[3] === '') return cells;
    rest = rest.slice(match[0].length);
  }
}

/** Turns each line of CSV into names and texts. The names come from the first line; empty cells are left out. */
async function* csvRows(lines: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let names: string[] | null = null;
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    const cells = csvCells(text);
    if (cells === null) throw new WrongLine(line, 'a quote is not closed');
    if (names === null) {
      names = cells.map((name) => name.trim());
      continue;
    }
    if (cells.length !== names.length)
      throw new WrongLine(line, `${cells.length} cells where the first line has ${names.length}`);
    const pairs = names.map((name, index) => [name, cells[index] ?? ''] as const);
    yield { line, values: Object.fromEntries(pairs.filter(([, cell]) => cell !== '')) };
  }
}

async function* jsonRows(lines: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    try {
      yield { line, values: JSON.parse(text) as unknown };
    } catch {
      throw new WrongLine(line, 'no JSON');
    }
  }
}

async function* chunksOf(path: string): AsyncGenerator<string> {
  try {
    // The file is opened only when its first line is read: a stream that is open earlier has no listener yet, and its
    // data or error is lost.
    for await (const chunk of createReadStream(path, 'utf8')) yield String(chunk);
  } catch (error) {
    throw new UnreadableFile(path, { cause: error });
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  let isFirst = true;
  for await (const chunk of chunksOf(path)) {
    const lines = `${rest}${isFirst ? chunk.replace(/^\uFEFF/, '') : chunk}`.split(/\r?\n/);
    rest = lines.pop() ?? '';
    isFirst = false;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Reads a file line by line, however long it is: as CSV if its name ends so, otherwise as one JSON object in each line. */
export function readRows(path: string): AsyncIterable<FileRow> {
  return path.toLowerCase().endsWith('.csv') ? csvRows(linesOf(path)) : jsonRows(linesOf(path));
}
