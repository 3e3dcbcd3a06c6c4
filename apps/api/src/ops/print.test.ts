import { describe, expect, it } from 'vitest';
import { ageText, table } from '../operator/report-parts.ts';
import { plain, reportLines } from './run-verb.ts';

const NOW = new Date('2026-11-15T10:00:00Z');

describe('printed text', () => {
  it('a printed table has aligned columns, with numbers at the right', () => {
    const rows = [
      ['a', 5],
      ['longer', 1060],
    ];
    expect(reportLines([table(['name', 'gems'], rows)], NOW)).toEqual([
      'name    gems',
      'a          5',
      'longer  1060',
    ]);
    const times = [null, NOW, { since: new Date(NOW.getTime() - 60_000) }];
    expect(reportLines([table(['a', 'b', 'c'], [times])], NOW)).toEqual([
      'a  b                        c',
      '-  2026-11-15 10:00:00 UTC  1 min',
    ]);
  });

  it('printed text is without control characters, which could move the cursor or change the direction of writing', () => {
    expect(plain('a\u001b[2Jb\u202ec\nd\u0007e\u2066f\u200fg')).toBe('a [2Jb c d e f g');
    expect(plain('نورة 🌙')).toBe('نورة 🌙');
  });

  it('an age is printed in seconds, minutes, hours or days, whichever fits', () => {
    const ago = (ms: number) => ageText(new Date(NOW.getTime() - ms), NOW);
    expect([0, 59_999, 60_000, 3_599_999, 3_600_000, 86_400_000 * 3].map(ago)).toEqual([
      '0 s',
      '59 s',
      '1 min',
      '59 min',
      '1 h',
      '3 d',
    ]);
    expect(ago(-5_000)).toBe('0 s');
  });
});
