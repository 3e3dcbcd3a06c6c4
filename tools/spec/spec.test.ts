import { describe, expect, it } from 'vitest';
import { citedIds } from './cited-ids.ts';
import { judge, shrink } from './judge.ts';
import { unpinnedLimits } from './pinned-limits.ts';
import { readRequirements } from './read-requirements.ts';
import { type NeededSides, sidesShownBy } from './sides.ts';

const WEB = 'apps/web/src/a.test.tsx';
const API = 'apps/api/src/a.test.ts';
const RULE = 'packages/domain/src/a.test.ts';
const cite = (id: string, file = WEB, isPart = false, numbers: readonly number[] = []) => ({
  id,
  file,
  title: `[${id}] holds`,
  isPart,
  numbers: new Set(numbers),
});

const document = (sides: string, ids: string) =>
  `${ids.replaceAll(/(\S+) ?/g, '| $1 | See NET-05. |\n')}\n## Sides\nTests of RCP-99.\n${sides}\n`;

describe('readRequirements', () => {
  it('requirement ids are read from the first cell of each row, with the sides (web, api) that must prove them', () => {
    const { needed, problems } = readRequirements(
      document(
        '- web: RCP-01, NAV-*\n- api: ORD-01 to ORD-03\n- both: RCP-02\n- either: ROOM-01 and ROOM-02 (in the shared package)',
        'RCP-01 RCP-02 NAV-01 NAV-02 ORD-01 ORD-02 ORD-03 ROOM-01 ROOM-02',
      ),
    );
    expect(problems).toEqual([]);
    expect([...needed]).toEqual([
      ['RCP-01', ['web']],
      ['RCP-02', ['web', 'api']],
      ['NAV-01', ['web']],
      ['NAV-02', ['web']],
      ['ORD-01', ['api']],
      ['ORD-02', ['api']],
      ['ORD-03', ['api']],
      ['ROOM-01', ['either']],
      ['ROOM-02', ['either']],
    ]);
  });

  it.each([
    ['an id without a side', document('- web: RCP-01', 'RCP-01 RCP-02'), '"Sides" does not name RCP-02'],
    ['an id of two sides', document('- web: RCP-01\n- api: RCP-*', 'RCP-01'), '"Sides" names RCP-01 twice'],
    [
      'a side of an id that does not exist',
      document('- web: RCP-01 to RCP-02', 'RCP-01'),
      '"Sides" names RCP-02, which does not exist',
    ],
    [
      'an unknown group',
      document('- web: RCP-01\n- phone: RCP-02', 'RCP-01'),
      '"Sides" has a group that nobody knows: phone',
    ],
    ['an id defined twice', document('- web: RCP-01', 'RCP-01 RCP-01'), 'RCP-01 is defined twice'],
  ])('reading the requirements reports %s', (_, markdown, problem) => {
    expect(readRequirements(markdown).problems).toEqual([problem]);
  });
});

describe('citedIds', () => {
  const read = (source: string) => citedIds('a.test.ts', source).map(({ id }) => id);

  it('cited requirement ids are read from test titles, also in tables of tests and several in one title', () => {
    expect(read(`it('[RCP-01][RCP-02] a', () => {});`)).toEqual(['RCP-01', 'RCP-02']);
    expect(read(`it.each([1])(\`[RCP-03] \${name}\`, () => {});`)).toEqual(['RCP-03']);
  });

  it('a requirement cited "in part" is read as such', () => {
    expect(citedIds('a.test.ts', `it('[RCP-01 in part] [RCP-02] a', () => {});`)).toMatchObject([
      { id: 'RCP-01', isPart: true },
      { id: 'RCP-02', isPart: false },
    ]);
  });

  it('a requirement id in a comment does not count as cited', () => {
    expect(read(`// [RCP-01]\nit('a', () => {});`)).toEqual([]);
  });
});

describe('tests that cite no requirement', () => {
  it.each([
    `it.fails('[RCP-01] does not hold', () => {});`,
    `it.skip('[RCP-01] a', () => {});`,
    `test.fails.each([1])('[RCP-01] a', () => {});`,
    `it.todo('[RCP-01] a');`,
  ])('a test that is skipped, failing or not written cites no requirement: %s', (source) => {
    expect(citedIds('a.test.ts', source)).toEqual([]);
  });
});

describe('the numbers of limits.ts', () => {
  const named = { TRIES_MAX: 'APP-14' };
  const numbersOf = (source: string) => citedIds('a.test.ts', source);

  it('a limit counts as tested when a test of its requirement writes the number', () => {
    for (const source of [
      `it('[APP-14] a', () => expect(tries).toBe(5_000));`,
      `it.each([[5000]])('[APP-14] %i', () => {});`,
    ])
      expect(unpinnedLimits({ TRIES_MAX: 5_000 }, numbersOf(source), named)).toEqual([]);
  });

  it.each([
    ['compares with the constant', `it('[APP-14] a', () => expect(tries).toBe(TRIES_MAX));`],
    ['writes it in a comment', `it('[APP-14] a', () => {/* 5000 */});`],
    ['is of another requirement', `it('[APP-15] a', () => expect(tries).toBe(5000));`],
  ])('a limit does not count as tested by a test that %s', (_, source) => {
    expect(unpinnedLimits({ TRIES_MAX: 5_000 }, numbersOf(source), named)).toEqual([
      'no test of APP-14 writes 5000, the value of TRIES_MAX',
    ]);
  });

  it('a limit that is required but not in limits.ts is reported', () => {
    expect(unpinnedLimits({}, [], named)).toEqual(['TRIES_MAX of APP-14 is no number of limits.ts']);
  });
});

describe('the sides that a test can prove', () => {
  it.each([
    [WEB, ['web', 'either']],
    [API, ['api', 'either']],
    ['apps/rooms/src/a.test.ts', ['api', 'either']],
    ['packages/contract/src/a.test.ts', ['api', 'either']],
    [RULE, ['either']],
    ['packages/room-sync/src/a.test.ts', ['either']],
    ['e2e/journeys/a.test.ts', ['web', 'api', 'either']],
    ['apps/sandbox/src/a.test.ts', []],
    ['chaos/a.test.ts', []],
  ])('a test file proves requirements for its side: %s: %j', (file, sides) => {
    expect(sidesShownBy(file)).toEqual(sides);
  });
});

describe('judge', () => {
  const BOTH: NeededSides = new Map([['RCP-01', ['web', 'api']]]);

  it('the requirements check passes when the backlog lists exactly the requirements that no test proves', () => {
    const needed: NeededSides = new Map([...BOTH, ['RCP-02', ['web']], ['ROOM-01', ['either']]]);
    const citations = [cite('RCP-01', API), cite('ROOM-01', RULE)];
    expect(judge(needed, citations, { 'RCP-01': ['web'], 'RCP-02': ['web'] })).toEqual({
      total: 3,
      proven: ['ROOM-01'],
      halves: ['RCP-01'],
      missing: { 'RCP-01': ['web'], 'RCP-02': ['web'] },
      problems: [],
    });
  });

  it.each([
    ['both sides apart', [cite('RCP-01', WEB), cite('RCP-01', API)], undefined],
    ['a journey', [cite('RCP-01', 'e2e/journeys/a.test.ts')], undefined],
    ['the site alone', [cite('RCP-01', WEB)], ['api']],
    ['the rule alone', [cite('RCP-01', RULE)], ['web', 'api']],
    ['the site and the rule', [cite('RCP-01', WEB), cite('RCP-01', RULE)], ['api']],
    ['a part of it', [cite('RCP-01', WEB, true), cite('RCP-01', API)], ['web']],
  ])('a requirement shown by %s still misses these sides: %j', (_, citations, missing) => {
    const verdict = judge(BOTH, citations, {});
    expect(verdict.missing['RCP-01']).toEqual(missing);
    expect(verdict.halves).toEqual(missing === undefined ? [] : ['RCP-01']);
  });

  it.each([
    [
      'a side that nothing proves and nobody excused',
      [cite('RCP-01')],
      {},
      'no test proves RCP-01 (api), and it is not in not-yet.json',
    ],
    [
      'a proven side still in the backlog',
      [cite('RCP-01')],
      { 'RCP-01': ['web', 'api'] },
      'RCP-01 (web) is proven or not asked for: remove it from not-yet.json',
    ],
    [
      'a backlog id that does not exist',
      [cite('RCP-01'), cite('RCP-01', API)],
      { 'RCP-99': ['web'] },
      'not-yet.json names RCP-99, which does not exist',
    ],
    [
      'a cited id that does not exist',
      [cite('RCP-01'), cite('RCP-01', API), cite('RCP-99')],
      {},
      `${WEB} cites RCP-99, which does not exist: [RCP-99] holds`,
    ],
  ] as const)('the requirements check reports %s', (_, citations, backlog, problem) => {
    expect(judge(BOTH, citations, backlog).problems).toEqual([problem]);
  });
});

describe('shrink', () => {
  it('shrinking the backlog removes proven requirements and adds none', () => {
    const backlog = { 'RCP-01': ['web', 'api'], 'RCP-02': ['web'] } as const;
    expect(shrink(backlog, { 'RCP-01': ['api'], 'RCP-03': ['web'] })).toEqual({ 'RCP-01': ['api'] });
  });
});
