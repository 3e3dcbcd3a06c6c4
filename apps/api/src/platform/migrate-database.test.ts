import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { knownMigrations, MIGRATIONS_DIRECTORY, schemaFit } from './migrate-database.ts';

const KNOWN = ['0001_a.sql', '0002_b.sql'];
const applied = (...names: string[]) => names.map((name) => ({ name, olderCodeRuns: false }));

describe('tables and program', () => {
  it('fit when everything the program knows was applied', () => {
    expect(schemaFit(KNOWN, applied(...KNOWN))).toBe('fits');
  });

  it('are older while something is missing, whatever else is there', () => {
    expect(schemaFit(KNOWN, [])).toBe('older');
    expect(schemaFit(KNOWN, applied('0001_a.sql', '0003_c.sql'))).toBe('older');
  });

  it('are newer when a release has changed them, unless its migration says that older code runs on it', () => {
    const next = (olderCodeRuns: boolean) => [...applied(...KNOWN), { name: '0003_c.sql', olderCodeRuns }];
    expect(schemaFit(KNOWN, next(false))).toBe('newer');
    expect(schemaFit(KNOWN, next(true))).toBe('fits');
  });
});

describe('migrations', () => {
  /** From here on every release runs beside the one before it. A migration that needs a stop stands here with its reason. */
  const FIRST_WITHOUT_STOP = '0050';
  const NEED_A_STOP: readonly string[] = [];

  it('let the release before them take payments until it is stopped', () => {
    const silent = knownMigrations()
      .filter((name) => name >= FIRST_WITHOUT_STOP && !NEED_A_STOP.includes(name))
      .filter((name) => {
        const text = readFileSync(new URL(name, MIGRATIONS_DIRECTORY), 'utf8');
        return !text.startsWith('-- Older code runs on this.');
      });
    expect(silent).toEqual([]);
  });
});
