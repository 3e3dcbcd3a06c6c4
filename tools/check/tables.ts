import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';

const API = 'apps/api/src';
/** Files that create or fill the whole database, before any store exists. */
const WHOLE_DATABASE = /^program\/(seed|migrate)|^platform\//;
const TEST = /\.test\.ts$|(^|\/)test\//;

const COMMENT = /\/\*[^]*?\*\/|^\s*\/\/.*$|^\s*--.*$/gm;

/** SQL lives in stores, and all stores of a table in one folder, so that the rules about its rows stand in one place. */
export function checkTables(directory: string): { tables: number; problems: string[] } {
  const api = join(directory, API);
  const read = (path: string): string => readFileSync(join(api, path), 'utf8').replaceAll(COMMENT, '');
  const migrations = globSync('migrations/*.sql', { cwd: api }).map(read).join('\n');
  const tables = new Set(matches(migrations, /create table (?:if not exists )?(\w+)/gi));
  const touched = new Map<string, Set<string>>();
  const problems: string[] = [];
  const sources = globSync('**/*.ts', { cwd: api }).filter(
    (path) => !TEST.test(path) && !WHOLE_DATABASE.test(path),
  );
  for (const path of sources.toSorted()) {
    for (const table of matches(read(path), /\b(?:from|join|into|update)\s+(?:only\s+)?(\w+)/gi)) {
      if (!tables.has(table)) continue;
      if (!path.endsWith('.store.ts'))
        problems.push(`${API}/${path} speaks SQL to ${table}: only a *.store.ts may`);
      touched.set(table, (touched.get(table) ?? new Set()).add(path.split('/')[0] ?? ''));
    }
  }
  for (const [table, folders] of touched) {
    if (folders.size > 1)
      problems.push(`${table} is touched by ${[...folders].join(' and ')}: it has one owner`);
  }
  return { tables: tables.size, problems: [...new Set(problems)] };
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

function main(): void {
  const { tables, problems } = checkTables(REPOSITORY);
  for (const problem of problems) console.log(problem);
  console.log(`tables: ${tables} tables, ${problems.length} problems`);
  process.exitCode = tables === 0 || problems.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
