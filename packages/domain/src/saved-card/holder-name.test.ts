import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOLDER_NAME_CHARACTERS_LIMIT } from '../limits.ts';
import { cleanHolderName, readHolderName } from './holder-name.ts';

/**
 * Any code points, unpaired surrogates too, common ones more often. The generator of fast-check itself takes a second to start.
 */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x2fff }), fc.integer({ min: 0, max: 0x10ffff })))
  .map((codePoints) => String.fromCodePoint(...codePoints));

const read = (name: string, isCleaned = false) => ({ kind: 'read', name, isCleaned });

describe('the name on the card', () => {
  it.each([
    'Noura Ali',
    '\u0646\u0648\u0631\u0629 \u0639\u0644\u064a',
    '\u0645\u064f\u062d\u0645\u0651\u062f \u0628\u0646 \u0639\u0644\u064a',
    "Jean-Luc O'Neil",
    'M. A. Al-Saud',
    'Jos\u00e9 \u00d6zg\u00fcr',
  ])('[EXP-06] the card holder’s name %s is accepted as typed', (name) => {
    expect(readHolderName(name)).toEqual(read(name));
  });

  it.each([
    ['Noura \u{1f48e} Ali', 'Noura Ali'],
    ['\u0646\u0648\u0631\u0629\u{1f496}', '\u0646\u0648\u0631\u0629'],
    ['Ali \u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'Ali'],
    ['Ali \u{1f1f8}\u{1f1e6}', 'Ali'],
    ['Ali \u2764\ufe0f', 'Ali'],
    ['Ali 1\ufe0f\u20e3', 'Ali'],
    ['Ali \u{1f44d}\u{1f3fd}', 'Ali'],
    ['<b>Ali</b>', 'bAlib'],
    ['Ali@#$%^&*_+=|~"', 'Ali'],
    ['Ali \u20ac\u00a9\u2122\u2116 Hassan', 'Ali Hassan'],
    ['Ali 4242', 'Ali'],
    ['\u{1f48e}\u0301\u0301Ali', 'Ali'],
    ['Ali 1\u0301Hassan', 'Ali Hassan'],
  ])('[EXP-06] emoji and symbols are removed from the card holder’s name %j', (typed, name) => {
    expect(readHolderName(typed)).toEqual(read(name, true));
  });

  it.each([
    ['  Noura \t Ali ', 'Noura Ali'],
    ['\u200fNoura\u202a Ali\u200e', 'Noura Ali'],
    ['O\u2019Neil', "O'Neil"],
    ['Jean\u2013Luc', 'Jean-Luc'],
    ['Jose\u0301', 'Jos\u00e9'],
    ['\u0149', "'n"],
    ['Para\u0140lel', 'Parallel'],
    ['\u0301\u0301Ali \u0301Hassan', 'Ali Hassan'],
  ])('the card holder’s name %j is simplified without a message to the payer', (typed, name) => {
    expect(readHolderName(typed)).toEqual(read(name));
  });

  it.each(['', ' ', '\u{1f48e}', '...', "-'", '\u200f', '\ufe0f', '\u0301', '12345'])(
    '[EXP-06] a card holder’s name without letters is refused as empty: %j',
    (typed) => {
      expect(readHolderName(typed)).toEqual({ kind: 'holder-name-empty' });
    },
  );

  it('[EXP-06] a card holder’s name of 254 characters is accepted and one of 255 letters is refused as too long', () => {
    expect(HOLDER_NAME_CHARACTERS_LIMIT).toBe(255);
    expect(readHolderName('a'.repeat(254)).kind).toBe('read');
    expect(readHolderName('a'.repeat(255))).toEqual({ kind: 'holder-name-too-long' });
    expect(readHolderName('\u{20000}'.repeat(254)).kind).toBe('read');
    expect(readHolderName(`${'a'.repeat(254)}${'\u{1f48e}'.repeat(99)}`).kind).toBe('read');
  });

  it('[EXP-06] a cleaned holder’s name contains only letters, marks, spaces, hyphens, apostrophes and dots', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const name = cleanHolderName(typed);
        return (
          /^(?:[\p{L}'.-][\p{L}\p{M} '.-]*)?$/u.test(name) &&
          !/\p{Extended_Pictographic}| {2}|^ | $/u.test(name) &&
          cleanHolderName(name) === name
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('[EXP-06] letters of any script stay in the card holder’s name', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('abcXYZ\u0627\u0628\u062a\u0646\u064a\u00e9\u0416\u4e2d')),
      minLength: 1,
    });
    fc.assert(
      fc.property(
        letters,
        fc.array(fc.constantFrom('\u{1f600}', '$', '_', '\u200f', '9', '\ufe0f')),
        (name, noise) => {
          const typed = Array.from(name, (letter, i) => letter + (noise[i] ?? '')).join('');
          expect(cleanHolderName(typed)).toBe(name);
        },
      ),
    );
  });
});
