import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';
import { type Citation, citedIds } from './cited-ids.ts';
import { judge, requirementIds, type Verdict } from './judge.ts';

const TESTS = [
  '{packages,apps}/*/{src,build}/**/*.test.{ts,tsx}',
  '{packages,apps}/*/src/**/*-suite.ts',
  '{e2e,chaos,bench}/**/*.ts',
];
const BACKLOG = join(REPOSITORY, 'tools/spec/not-yet.json');

const ids = requirementIds(readFileSync(join(REPOSITORY, 'docs/requirements.md'), 'utf8'));
const citations = globSync(TESTS, { cwd: REPOSITORY })
  .toSorted()
  .flatMap((file) => citedIds(file, readFileSync(join(REPOSITORY, file), 'utf8')));

if (process.argv.includes('--write-backlog')) writeBacklog();
const backlog = JSON.parse(readFileSync(BACKLOG, 'utf8')) as string[];
const verdict = judge(ids, citations, backlog);

if (process.argv.includes('--json')) {
  const { total, proven, missing } = verdict;
  console.log(JSON.stringify({ total, proven, missing }));
  for (const problem of verdict.problems) console.error(problem);
} else {
  printAll(verdict, citations);
}
process.exitCode = verdict.problems.length > 0 || ids.length === 0 ? 1 : 0;

function writeBacklog(): void {
  const { missing } = judge(ids, citations, []);
  writeFileSync(BACKLOG, `${JSON.stringify(missing, null, 2)}\n`);
}

function printAll({ total, proven, missing, problems }: Verdict, tests: readonly Citation[]): void {
  for (const id of ids) {
    const proofs = tests.filter((test) => test.id === id);
    console.log(proofs.length === 0 ? `${id}  not yet` : id);
    for (const { file, title } of proofs) console.log(`  ${file}: ${title}`);
  }
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  console.log(
    `spec: ${total} requirements, ${proven} proven, ${missing.length} not yet, ${problems.length} problems`,
  );
}
