import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from '../stack/repository.ts';
import { RUN_ELSEWHERE, SMOKE_COMMANDS } from './smoke-commands.ts';

const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');
const scriptsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name ?? '')),
];

it('every command of the README runs in CI', () => {
  const inCi = new Set([...scriptsIn(read('.ci/run')), ...SMOKE_COMMANDS.map(([name]) => name)]);
  const missing = scriptsIn(read('README.md')).filter(
    (name) => !inCi.has(name) && RUN_ELSEWHERE[name] === undefined,
  );
  // `migrate` is a command of apps/api; every stack that starts runs it.
  expect(missing.filter((name) => name !== 'migrate')).toEqual([]);
});

it('every npm command of the documents is a script', () => {
  const own = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
  const api = Object.keys((JSON.parse(read('apps/api/package.json')) as { scripts: object }).scripts);
  const web = Object.keys((JSON.parse(read('apps/web/package.json')) as { scripts: object }).scripts);
  const known = new Set([...own, ...api, ...web]);
  const pages = globSync(['docs/**/*.md', 'deploy/*.md', '*.md'], { cwd: REPOSITORY });
  expect(pages.length).toBeGreaterThan(20);
  const unknown = pages.flatMap((page) =>
    scriptsIn(read(page)).flatMap((name) => (known.has(name) ? [] : [`${page}: ${name}`])),
  );
  expect(unknown).toEqual([]);
});

it('every smoke command is a script of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const [name = ''] of SMOKE_COMMANDS) expect(scripts).toHaveProperty([name]);
});
