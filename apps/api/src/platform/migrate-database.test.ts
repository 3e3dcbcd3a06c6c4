import { describe, expect, it } from 'vitest';
import { schemaFit } from './migrate-database.ts';

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
