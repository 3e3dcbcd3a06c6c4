import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '../stack/repository.ts';

const PLACE = /^`(.+?)`/;

/** The paths of a row. A bare name is a file in the folder of the path before it. */
function pathsOf(cell: string): string[] {
  const paths: string[] = [];
  for (const [, path = ''] of cell.matchAll(/`([^`]+)`/g)) {
    const isWhole = /^(apps|packages|tools)\//.test(path);
    paths.push(isWhole ? path : join(dirname(paths.at(-1) ?? ''), path));
  }
  return paths;
}

it('every file of the table "Looking for" in ARCHITECTURE.md exists', () => {
  const text = readFileSync(join(REPOSITORY, 'ARCHITECTURE.md'), 'utf8');
  const table = text.slice(text.indexOf('## Looking for'), text.indexOf('## Rooms and arrows'));
  const cells = table.split('\n').flatMap((line) => {
    const cell = line.split('|')[2]?.trim() ?? '';
    return PLACE.test(cell) ? [cell] : [];
  });
  expect(cells.length).toBeGreaterThanOrEqual(30);
  expect(cells.flatMap(pathsOf).filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
});
