import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../stack/repository.ts';
import { findPatterns } from './find-patterns.ts';
import { tiringText } from './is-linear.ts';

const { patterns, problems } = findPatterns(REPOSITORY);

describe('regular expressions that read input from outside', () => {
  it('are all literals in the source', () => {
    expect(patterns.length).toBeGreaterThan(80);
    expect(problems).toEqual([]);
  });

  it.each(patterns)(
    'take time in proportion to 64 kB of their worst text: $pattern in $where',
    ({ pattern }) => {
      expect(tiringText(pattern)).toBeNull();
    },
  );
});

describe('the timing', () => {
  it.each([
    /eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{6,}/g,
    /%.*$/,
    /\s+$/,
    /^ab\s*\s*x/,
    /(?:x|token|y)\s*"?\s*=/,
    /\/\*[^]*?\*\//,
  ])('finds what is not linear: %s', (pattern) => {
    expect(tiringText(pattern)).not.toBeNull();
  });

  it.each([/^\s*\{/, /(?<![a-f])[a-f]{40,}(?![a-z])/g, /\n{3,}/g, /^[\w-]{8,100}$/])(
    'accepts a linear pattern: %s',
    (pattern) => {
      expect(tiringText(pattern)).toBeNull();
    },
  );
});
