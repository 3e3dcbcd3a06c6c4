import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';

const SOURCES = '{packages,apps}/*/src/**/*.{ts,tsx}';
const TEST = /\.test\.tsx?$|\/test\//;
const EXPORTED_TYPE = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) ([A-Z]\w*)/gm;

/** A type that other files can import has a name that no other exported type of its app has. */
export function checkTypeNames(directory: string): { types: number; problems: string[] } {
  const places = new Map<string, string[]>();
  for (const path of globSync(SOURCES, { cwd: directory }).toSorted()) {
    if (TEST.test(path)) continue;
    const app = path.split('/').slice(0, 2).join('/');
    for (const [, name = ''] of readFileSync(join(directory, path), 'utf8').matchAll(EXPORTED_TYPE)) {
      const key = `${app} ${name}`;
      const known = places.get(key) ?? [];
      // A value and a type of one name in one file are one thing.
      if (!known.includes(path)) places.set(key, [...known, path]);
    }
  }
  const problems = [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([key, paths]) => `${key.split(' ')[1] ?? ''} has ${paths.length} meanings: ${paths.join(', ')}`);
  return { types: places.size, problems };
}

function main(): void {
  const { types, problems } = checkTypeNames(REPOSITORY);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) console.log('rename all but one; docs/words.md has the words of the code');
  console.log(`type names: ${types} types, ${problems.length} problems`);
  process.exitCode = types === 0 || problems.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
