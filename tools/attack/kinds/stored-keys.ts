import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../stack/repository.ts';

/** How the site's own sources name what they store: a shape's key, a parameter of the visit, a text under the prefix. */
const NAMINGS = [
  /\bkey: '([\w-]+)'/g,
  /visitParameter\('\w+', '([\w-]+)'\)/g,
  /storedUnder\('([\w-]+)'\)/g,
  /jawhara\.([\w-]+)['"`]/g,
];

/** Every name under which the site stores something in a browser. */
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
