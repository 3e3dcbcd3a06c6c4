import { readFileSync } from 'node:fs';
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

it('every smoke command is a script of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const [name = ''] of SMOKE_COMMANDS) expect(scripts).toHaveProperty([name]);
});
