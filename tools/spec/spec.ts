import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as domain from '@jawhara/domain';
import { REPOSITORY } from '../stack/repository.ts';
import { type Citation, citedIds } from './cited-ids.ts';
import { type Backlog, judge, shrink, type Verdict } from './judge.ts';
import { unpinnedLimits } from './pinned-limits.ts';
import { readRequirements } from './read-requirements.ts';
import { type NeededSides, sidesShownBy } from './sides.ts';

const TESTS = [
  '{packages,apps}/*/{src,build}/**/*.test.{ts,tsx}',
  '{packages,apps}/*/src/**/*-suite.ts',
  '{e2e,chaos,bench}/**/*.ts',
];
const BACKLOG = join(REPOSITORY, 'tools/spec/not-yet.json');

const { needed, problems: documentProblems } = readRequirements(
  readFileSync(join(REPOSITORY, 'docs/requirements.md'), 'utf8'),
);
const citations = globSync(TESTS, { cwd: REPOSITORY })
  .toSorted()
  .flatMap((file) => citedIds(file, readFileSync(join(REPOSITORY, file), 'utf8')));

if (process.argv.includes('--shrink')) {
  writeBacklog(shrink(readBacklog(), judge(needed, citations, {}).missing));
}
const verdict = judge(needed, citations, readBacklog());
const problems = [...documentProblems, ...verdict.problems, ...unpinnedLimits(domain, citations)];

if (process.argv.includes('--json')) {
  const { total, proven, halves, missing } = verdict;
  console.log(
    JSON.stringify({ total, proven: proven.length, missing: Object.keys(missing), halves, sides: missing }),
  );
  for (const problem of problems) console.error(problem);
} else {
  printAll(needed, citations, verdict);
}
process.exitCode = problems.length > 0 || verdict.total === 0 ? 1 : 0;

function readBacklog(): Backlog {
  return JSON.parse(readFileSync(BACKLOG, 'utf8')) as Backlog;
}

/** A line for each id, so that two people can remove different ids without a merge conflict. */
function writeBacklog(backlog: Backlog): void {
  const lines = Object.entries(backlog).map(
    ([id, sides]) => `  ${JSON.stringify(id)}: [${sides.map((side) => JSON.stringify(side)).join(', ')}]`,
  );
  writeFileSync(BACKLOG, `{\n${lines.join(',\n')}\n}\n`);
}

function printAll(
  neededSides: NeededSides,
  tests: readonly Citation[],
  { missing, halves, proven }: Verdict,
): void {
  for (const [id, sides] of neededSides) {
    const open = missing[id] ?? [];
    console.log(
      [id, sides.join(' and '), open.length > 0 && `not yet: ${open.join(', ')}`].filter(Boolean).join('  '),
    );
    for (const { file, title } of tests.filter((test) => test.id === id)) {
      const shown = sidesShownBy(file).filter((side) => side !== 'either');
      console.log(`  ${(shown.join('+') || 'rule').padEnd(7)} ${file}: ${title}`);
    }
  }
  const open = Object.keys(missing).filter((id) => !halves.includes(id));
  const half = halves.map((id) => `${id} (${missing[id]?.join(', ') ?? ''} missing)`);
  console.log(`\nnothing yet, ${open.length}: ${open.join(', ')}`);
  console.log(`halves, ${half.length}: ${half.join(', ')}`);
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  console.log(
    `spec: proven on all its sides ${proven.length} of ${neededSides.size}; ${half.length} halves, ${open.length} not yet, ${problems.length} problems`,
  );
}
