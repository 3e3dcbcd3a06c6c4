import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readEnv } from './env.ts';

const source = readFileSync(new URL('env.ts', import.meta.url), 'utf8');
const guide = readFileSync(new URL('../../../docs/operations/environment.md', import.meta.url), 'utf8');
const names = [...source.matchAll(/^ {4}([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1] ?? '');

it('every setting is in the operator’s guide', () => {
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

it('the guide lists no setting that is not read', () => {
  const listed = [...guide.matchAll(/^\| (.+?) \|/gm)].flatMap((row) =>
    [...(row[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1] ?? ''),
  );
  expect(listed.filter((name) => !names.includes(name))).toEqual([]);
});

it('a missing or wrong setting stops the start, and is named', () => {
  expect(() => readEnv({})).toThrow(/API_PORT.*DATABASE_URL/);
  expect(() => readEnv({ BACKUP_DOMAINS: '{"a b":1}' })).toThrow(/BACKUP_DOMAINS/);
});
