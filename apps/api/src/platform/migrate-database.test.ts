import { describe, expect, it } from 'vitest';
import { schemaFit } from './migrate-database.ts';

const KNOWN = ['0001_a.sql', '0002_b.sql'];
const applied = (...names: string[]) => names.map((name) => ({ name, olderCodeRuns: false }));

describe('database schema and program', () => {
  it('the database schema fits the program when every known migration was applied', () => {
    expect(schemaFit(KNOWN, applied(...KNOWN))).toBe('fits');
  });

  it('the database schema is older than the program while a known migration is missing', () => {
    expect(schemaFit(KNOWN, [])).toBe('older');
    expect(schemaFit(KNOWN, applied('0001_a.sql', '0003_c.sql'))).toBe('older');
  });

  it('the database schema is newer than the program after an unknown migration, unless that migration allows older code', () => {
    const next = (olderCodeRuns: boolean) => [...applied(...KNOWN), { name: '0003_c.sql', olderCodeRuns }];
    expect(schemaFit(KNOWN, next(false))).toBe('newer');
    expect(schemaFit(KNOWN, next(true))).toBe('fits');
  });

  it('the database schema fits the program before and after a migration that waits until older builds have ended', () => {
    const known = [...KNOWN, '0003_c.after-drain.sql'];
    expect(schemaFit(known, applied(...KNOWN))).toBe('fits');
    expect(schemaFit(known, applied(...known))).toBe('fits');
    // A build from before this release is no longer ready then.
    expect(schemaFit(KNOWN, applied(...known))).toBe('newer');
  });
});
