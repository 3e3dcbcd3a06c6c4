import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecords, NotCsv } from './read-report.ts';

async function* pieces(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

async function read(...texts: string[]): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const row of csvRecords(pieces(texts))) rows.push(row);
  return rows;
}

describe('[ORD-17] the rows of a report', () => {
  it.each([
    [
      'plain rows',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CRLF line ends, with none at the end',
      'a,b\r\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a byte order mark', '\uFEFFa,b\n', [['a', 'b']]],
    [
      'empty fields',
      'a,,\n,,\n',
      [
        ['a', '', ''],
        ['', '', ''],
      ],
    ],
    ['empty lines', '\na\n\r\n\nb\n\n', [['a'], ['b']]],
    ['quotes', '"a","b,c","d ""e"" f",""\n', [['a', 'b,c', 'd "e" f', '']]],
    ['a quoted last field', 'a,"b"\n"c"', [['a', 'b'], ['c']]],
    [
      'lines inside quotes',
      '"a\r\nb\n",c\nd,e\n',
      [
        ['a\r\nb\n', 'c'],
        ['d', 'e'],
      ],
    ],
    ['Arabic letters', 'جوهرة,"،"\n', [['جوهرة', '،']]],
    ['an empty file', '', []],
  ])('a report file is read into the right rows: %s', async (_, text, rows) => {
    expect(await read(text)).toEqual(rows);
    expect(await read(...text)).toEqual(rows);
  });

  it('randomly written report rows are read back unchanged, whatever the size of the pieces', async () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'ب', '"', ',', '\n', '\r', ' ', '9') });
    const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
    const written = (row: string[]) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',');
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (writtenRows, size, isCrLf) => {
          const text = writtenRows.map((row) => `${written(row)}${isCrLf ? '\r\n' : '\n'}`).join('');
          const cut = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
          expect(await read(...cut)).toEqual(writtenRows);
        },
      ),
    );
  });

  it('a report file whose row never ends, or that is a picture, is refused', async () => {
    async function* endless(): AsyncGenerator<string> {
      for (;;) yield 'x'.repeat(10_000);
    }
    await expect(csvRecords(endless()).next()).rejects.toThrow(NotCsv);
  });
});
