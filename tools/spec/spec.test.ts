import { describe, expect, it } from 'vitest';
import { citedIds } from './cited-ids.ts';
import { judge, requirementIds } from './judge.ts';

const cite = (id: string) => ({ id, file: 'a.test.ts', title: `[${id}] holds` });

describe('requirementIds', () => {
  it('reads the first cell of every row, and no mention elsewhere', () => {
    expect(
      requirementIds('| id | statement |\n|---|---|\n| RCP-01 | See NET-05. |\n| RCP-02 | b |\n'),
    ).toEqual(['RCP-01', 'RCP-02']);
  });
});

describe('citedIds', () => {
  const read = (source: string) => citedIds('a.test.ts', source).map(({ id }) => id);

  it('reads titles of tests, also of tables of tests, and several ids of one title', () => {
    expect(read(`it('[RCP-01][RCP-02] a', () => {});`)).toEqual(['RCP-01', 'RCP-02']);
    expect(read(`it.each([1])(\`[RCP-03] \${name}\`, () => {});`)).toEqual(['RCP-03']);
  });

  it('does not take a comment for a proof', () => {
    expect(read(`// [RCP-01]\nit('a', () => {});`)).toEqual([]);
  });
});

describe('judge', () => {
  it('is content when the backlog is exactly what no test proves', () => {
    expect(judge(['RCP-01', 'RCP-02'], [cite('RCP-01')], ['RCP-02'])).toEqual({
      total: 2,
      proven: 1,
      missing: ['RCP-02'],
      problems: [],
    });
  });

  it.each([
    [
      'an id that nothing proves and nobody excused',
      [],
      [],
      'no test proves RCP-01, and it is not in not-yet.json',
    ],
    [
      'a proven id still in the backlog',
      [cite('RCP-01')],
      ['RCP-01'],
      'RCP-01 is proven: remove it from not-yet.json',
    ],
    [
      'a backlog id that does not exist',
      [cite('RCP-01')],
      ['RCP-99'],
      'not-yet.json names RCP-99, which does not exist',
    ],
    [
      'a cited id that does not exist',
      [cite('RCP-01'), cite('RCP-99')],
      [],
      'a.test.ts cites RCP-99, which does not exist: [RCP-99] holds',
    ],
  ])('objects to %s', (_, citations, backlog, problem) => {
    expect(judge(['RCP-01'], citations, backlog).problems).toEqual([problem]);
  });
});
