/**
 * `node tools/spec/draw.ts --seed 20261119` draws 40 requirements, always the same for a seed, and prints the tests that cite
 * them. A person then breaks each requirement by changing one line of product code. `--try FILE` tries these changes (JSON: id,
 * file, from, to): it makes each change, runs only the citing tests, undoes the change and prints whether a test failed.
 * docs/operations/requirement-draw.md has the last draw.  Only requirements that a Vitest test cites in full are drawn. Those
 * that only browser journeys prove are not, because a journey takes minutes.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededChance, shuffled } from '../../chaos/seeded-chance.ts';
import { REPOSITORY } from '../stack/repository.ts';
import { citedIds } from './cited-ids.ts';
import { readRequirements } from './read-requirements.ts';

const TESTS = '{packages,apps}/*/{src,build}/**/*.test.{ts,tsx}';
const COUNT = 40;
/** The order in which citing tests run: those of the packages first, because they need no database and no DOM. */
const FASTEST_FIRST = ['packages/', 'apps/web/', 'apps/'];

interface Break {
  readonly id: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const read = (file: string): string => readFileSync(join(REPOSITORY, file), 'utf8');

/** The files that cite each requirement, the fastest first. */
function citingFiles(): Map<string, string[]> {
  const files = new Map<string, string[]>();
  const speedOf = (file: string): number => FASTEST_FIRST.findIndex((folder) => file.startsWith(folder));
  const ordered = globSync(TESTS, { cwd: REPOSITORY })
    .toSorted()
    .toSorted((a, b) => speedOf(a) - speedOf(b));
  for (const file of ordered)
    for (const { id, isPart } of citedIds(file, read(file)))
      if (!isPart) files.set(id, [...new Set([...(files.get(id) ?? []), file])]);
  return files;
}

function draw(seed: number): string[] {
  const citing = citingFiles();
  const { needed } = readRequirements(read('docs/requirements.md'));
  return shuffled(
    seededChance(seed),
    [...needed.keys()].filter((id) => citing.has(id)),
  ).slice(0, COUNT);
}

function passes(test: string, id: string): boolean {
  const argv = ['tools/test/test.ts', test, '-t', `\\[${id}\\]`];
  return spawnSync(process.execPath, argv, { cwd: REPOSITORY, encoding: 'utf8' }).status === 0;
}

/** Changes the line and returns the first file whose citing tests fail then; null if none does. */
function noticedBy({ id, file, from, to }: Break, files: readonly string[]): string | null {
  const text = read(file);
  if (text.split(from).length !== 2) throw new Error(`${id}: "${from}" is not once in ${file}`);
  writeFileSync(
    join(REPOSITORY, file),
    text.replace(from, () => to),
  );
  try {
    return files.find((test) => !passes(test, id)) ?? null;
  } finally {
    writeFileSync(join(REPOSITORY, file), text);
  }
}

const { values } = parseArgs({ options: { seed: { type: 'string' }, try: { type: 'string' } } });
const citing = citingFiles();
if (values.try === undefined) {
  for (const id of draw(Number(values.seed))) console.log(`${id}  ${(citing.get(id) ?? []).join(' ')}`);
} else {
  for (const one of JSON.parse(readFileSync(values.try, 'utf8')) as Break[]) {
    const test = noticedBy(one, citing.get(one.id) ?? []);
    const isFailingAnyway = test !== null && !passes(test, one.id);
    console.log(`${one.id}  ${test ?? 'NOT NOTICED'}${isFailingAnyway ? ' (fails without it too)' : ''}`);
  }
}
