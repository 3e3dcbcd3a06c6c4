import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../stack/repository.ts';
import { findPatterns } from './find-patterns.ts';
import { tiringText } from './is-linear.ts';

const { patterns, problems } = findPatterns(REPOSITORY);

describe('regular expressions that read input from outside', () => {
  it('every regular expression that reads outside input is a literal in the source', () => {
    expect(patterns.length).toBeGreaterThan(80);
    expect(problems).toEqual([]);
  });

  it.each(patterns)(
    'a regular expression takes linear time for its worst text of 64 kB: $pattern in $where',
    ({ pattern }) => {
      expect(tiringText(pattern)).toBeNull();
    },
  );
});

describe('the timing check of regular expressions', () => {
  it.each([
    /eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{6,}/g,
    /%.*$/,
    /\s+$/,
    /^ab\s*\s*x/,
    /(?:x|token|y)\s*"?\s*=/,
    /\/\*[^]*?\*\//,
  ])('the timing check finds a regular expression that is not linear: %s', (pattern) => {
    expect(tiringText(pattern)).not.toBeNull();
  });

  it.each([/^\s*\{/, /(?<![a-f])[a-f]{40,}(?![a-z])/g, /\n{3,}/g, /^[\w-]{8,100}$/])(
    'the timing check accepts a linear regular expression: %s',
    (pattern) => {
      expect(tiringText(pattern)).toBeNull();
    },
  );
});
