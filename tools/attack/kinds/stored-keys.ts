import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../stack/repository.ts';

/** The ways in which the site's sources name a storage key: the key of a shape, a parameter of the visit, a string with the prefix. */
const NAMINGS = [
  /\bkey: '([\w-]+)'/g,
  /visitParameter\('\w+', '([\w-]+)'\)/g,
  /storedUnder\('([\w-]+)'\)/g,
  /jawhara\.([\w-]+)['"`]/g,
];

/** All storage keys of the site. */
export function storedKeys(): string[] {
  const files = globSync('apps/web/{src,build,public}/**/*.{ts,tsx,js}', { cwd: REPOSITORY });
  const sources = files
    .filter((file) => !/\.test\.tsx?$|\/test\//.test(file))
    .map((file) => readFileSync(join(REPOSITORY, file), 'utf8'));
  const named = sources.flatMap((source) =>
    NAMINGS.flatMap((naming) => Array.from(source.matchAll(naming), ([, name = '']) => name)),
  );
  return [...new Set(named)].toSorted();
}
