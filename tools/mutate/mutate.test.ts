import { describe, expect, it } from 'vitest';
import { isDrawn, readShare } from './draw.ts';
import { judgeReport } from './judge-report.ts';
import { drawnOf, type MutationReport, percent, scoresByFolder, survivorsOf } from './read-report.ts';
import { strykerOptions } from './stryker-options.ts';
import { problemsByFault, withFault } from './type-check.ts';

const SOURCE = 'export const isOld = (age: number) => {\n  return age >= 18;\n};\n';
const at = (line: number, from: number, to: number) => ({
  start: { line, column: from },
  end: { line, column: to },
});
const mutants = (...statuses: string[]) =>
  statuses.map((status) => ({ status, replacement: 'age > 18', location: at(2, 10, 19) }));
const report = (files: Record<string, string[]>): MutationReport => ({
  files: Object.fromEntries(
    Object.entries(files).map(([file, statuses]) => [
      file,
      { source: SOURCE, mutants: mutants(...statuses) },
    ]),
  ),
});

describe('the mutation report', () => {
  it('the mutation report counts the detected faults of each folder', () => {
    const scores = scoresByFolder(
      report({
        'src/order/a.ts': ['Killed', 'Timeout'],
        'src/order/b.ts': ['Survived', 'NoCoverage'],
        'src/fine/a.ts': ['Killed', 'RuntimeError', 'CompileError', 'Ignored'],
      }),
    );
    expect([...scores]).toEqual([
      ['src/fine', { noticed: 1, total: 1 }],
      ['src/order', { noticed: 2, total: 4 }],
    ]);
    expect(percent({ noticed: 2, total: 4 })).toBe(50);
    expect(percent({ noticed: 0, total: 0 })).toBe(100);
  });

  it('the mutation report names each undetected fault with place, old text and new text', () => {
    expect(survivorsOf(report({ 'src/a.ts': ['Killed', 'Survived'] }))).toEqual([
      { file: 'src/a.ts', line: 2, was: 'age >= 18', became: 'age > 18' },
    ]);
    const block = { start: { line: 1, column: 39 }, end: { line: 3, column: 2 } };
    const whole = [{ status: 'Survived', replacement: '{}', location: block }];
    expect(survivorsOf({ files: { 'src/a.ts': { source: SOURCE, mutants: whole } } })).toEqual([
      { file: 'src/a.ts', line: 1, was: '{ return age >= 18; }', became: '{}' },
    ]);
  });
});

describe('a drawn share of the faults', () => {
  const places = Array.from({ length: 1_200 }, (_, line) => ({
    file: 'src/a.ts',
    line,
    column: 9,
    replacement: 'age > 18',
  }));

  it('a mutation run with --share=12 draws about a twelfth of the faults, and the same ones in every run', () => {
    const drawn = places.filter((place) => isDrawn(place, 12));
    expect(drawn.length).toBeGreaterThan(70);
    expect(drawn.length).toBeLessThan(130);
    expect(places.filter((place) => isDrawn({ ...place }, 12))).toEqual(drawn);
    expect(places.every((place) => isDrawn(place, 1))).toBe(true);
  });

  it('the mutation report counts only the drawn faults', () => {
    const line = places.findIndex((place) => !isDrawn(place, 12));
    const other = places.findIndex((place) => isDrawn(place, 12));
    const location = (row: number) => at(row + 1, 10, 19);
    const mutantAt = (row: number) => ({
      status: 'NoCoverage',
      replacement: 'age > 18',
      location: location(row),
    });
    const files = { 'src/a.ts': { source: SOURCE, mutants: [mutantAt(line), mutantAt(other)] } };
    const drawn = drawnOf({ files }, 12);
    expect([...scoresByFolder(drawn).values()]).toEqual([{ noticed: 0, total: 1 }]);
    expect(survivorsOf(drawn).map((survivor) => survivor.line)).toEqual([other + 1]);
  });

  it('the share of drawn faults must be a whole number from 1', () => {
    expect([readShare([]), readShare(['--incremental', '--share=12'])]).toEqual([1, 12]);
    expect(() => readShare(['--share=0'])).toThrow('whole number');
  });
});

describe('the mutation verdict', () => {
  const nine = Array.from({ length: 9 }, () => 'Killed');
  const lives = { file: 'src/order/a.ts', was: 'age >= 18', became: 'age > 18' };

  it('the mutation verdict counts one result for each folder and one for the whole run', () => {
    const good = judgeReport(report({ 'src/order/a.ts': [...nine, 'Survived'] }), {
      scoreMin: 90,
      judged: [],
    });
    expect(good.results).toEqual({ passed: 2, failed: 0 });
    const poor = judgeReport(
      report({ 'src/order/a.ts': [...nine, 'Survived'], 'src/fine/a.ts': ['Survived'] }),
      {
        scoreMin: 90,
        judged: [],
      },
    );
    expect(poor.results).toEqual({ passed: 1, failed: 2 });
    expect(poor.summary).toContain('81.82 % of 11 faults');
  });

  it('a mutation report without faults fails', () => {
    expect(judgeReport({ files: {} }, { scoreMin: 90, judged: [] }).results).toEqual({
      passed: 0,
      failed: 1,
    });
  });

  it('the mutation verdict lists undetected faults that nobody has judged, and judged faults that are now detected', () => {
    const lines = (judged: { file: string; was: string; became: string; why: string }[]) =>
      judgeReport(report({ 'src/order/a.ts': [...nine, 'Survived'] }), { scoreMin: 90, judged }).lines.slice(
        1,
      );
    expect(lines([])).toEqual(['not judged  src/order/a.ts:2  age >= 18  ->  age > 18']);
    expect(lines([{ ...lives, why: 'nobody is 18' }])).toEqual([]);
    expect(
      lines([
        { ...lives, why: '' },
        { ...lives, was: 'age < 18', why: '' },
      ]),
    ).toEqual(['judged, but noticed or not there by now: src/order/a.ts  age < 18  ->  age > 18']);
    // The row of a file that this run did not mutate is not reported.
    expect(
      lines([
        { ...lives, why: '' },
        { ...lives, file: 'src/b.ts', why: '' },
      ]),
    ).toEqual([]);
  });

  const judgedForNothing = (verdict: { summary: string }) =>
    verdict.summary.includes('; 1 judged for nothing');
  const rules = { scoreMin: 90, judged: [{ ...lives, why: '' }] };

  it.each<[string[], boolean]>([
    [['Killed'], true],
    [['CompileError'], true],
    [['Killed', 'CompileError'], true],
    [['Killed', 'Survived'], false],
    [['Killed', 'NoCoverage'], false],
    [['Timeout'], false],
    [['Killed', 'Timeout'], false],
    [['RuntimeError'], false],
    [['Ignored'], false],
  ])(
    '%j: an entry for an undetected fault is outdated only when every such fault was fully tried and detected',
    (statuses, isGone) => {
      expect(judgedForNothing(judgeReport(report({ [lives.file]: statuses }), rules))).toBe(isGone);
    },
  );

  it('a fault detected only by a timed-out test does not make its entry in the list of judged faults obsolete', () => {
    const late = (statusReason: string) => ({
      files: {
        [lives.file]: { source: SOURCE, mutants: mutants('Killed').map((one) => ({ ...one, statusReason })) },
      },
    });
    const isGone = (statusReason: string) => judgedForNothing(judgeReport(late(statusReason), rules));
    expect(isGone('Test timed out in 5000ms.')).toBe(false);
    expect(isGone('Hook timed out in 10000ms.')).toBe(false);
    expect(isGone('expected 18 to be 17')).toBe(true);
  });

  it('a judged fault that was not drawn in this run does not make its entry in the list of judged faults obsolete', () => {
    // A fault that was not drawn is reported to Stryker as one that does not compile.
    const whole = report({ [lives.file]: ['CompileError'] });
    const place = { file: lives.file, line: 1, column: 9, replacement: lives.became };
    const shares = Array.from({ length: 20 }, (_, index) => index + 1);
    const gone = shares.filter((share) => judgedForNothing(judgeReport(drawnOf(whole, share), rules)));
    expect(gone).toEqual(shares.filter((share) => isDrawn(place, share)));
    expect(gone.length).toBeLessThan(shares.length);
  });
});

describe('the mutation options', () => {
  it('the mutation options leave out tests and samples, and can be narrowed to paths', () => {
    expect(strykerOptions('orders', [])['mutate']).toEqual([
      'apps/api/src/orders/**/*.ts',
      '!**/*.test.ts',
      '!**/*.fixture.ts',
      '!**/test/**',
    ]);
    expect(strykerOptions('domain', ['money'])['mutate']).toContain('packages/domain/src/**/*money*');
  });
});

describe('faults that do not compile', () => {
  it('a planted fault replaces exactly its place in the source', () => {
    const fault = {
      id: '7',
      fileName: 'src/a.ts',
      replacement: 'age > 18',
      location: { start: { line: 1, column: 9 }, end: { line: 1, column: 18 } },
    };
    expect(withFault(SOURCE, fault)).toBe(SOURCE.replace('>=', '>'));
  });

  it('a fault that does not compile is reported with the compiler’s first error', () => {
    const output = [
      'src/a.fault-7.ts(3,5): error TS2322: Type one.',
      "  Type 'x' is not assignable.",
      'src/a.fault-7.ts(4,5): error TS2345: Argument two.',
    ].join('\n');
    const files = new Map([
      ['src/a.fault-7.ts', '7'],
      ['src/a.fault-8.ts', '8'],
    ]);
    expect([...problemsByFault(output, files)]).toEqual([['7', 'TS2322: Type one.']]);
    expect(() => problemsByFault('src/b.ts(1,1): error TS1: no.', files)).toThrow('even without a fault');
  });
});
