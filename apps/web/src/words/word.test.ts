import { readFileSync } from 'node:fs';
import type { Locale } from '@jawhara/domain';
import { describe, expect, it, vi } from 'vitest';
import { WORD_ID_FILE, wordIdText } from '../../build/word-ids.ts';
import { isolatedLtr, isolatedName } from './isolate.ts';
import type { WordId } from './word-id.ts';
import { addWords, speak, word, type Sentence } from './word.ts';

type Catalogues = Record<string, { messages: Record<string, Sentence> }>;

const sentencesOf = (catalogues: Catalogues): [string, Sentence][] =>
  Object.values(catalogues).flatMap(({ messages }) => Object.entries(messages));

const ALL = {
  ar: sentencesOf(import.meta.glob('./ar/*.po', { eager: true })),
  en: sentencesOf(import.meta.glob('./en/*.po', { eager: true })),
} as const satisfies Record<Locale, unknown>;
const BEFORE_CHECKOUT = sentencesOf(import.meta.glob(['./ar/*.po', '!./ar/checkout.po'], { eager: true }));
const UNKNOWN = 'test.unknownSentence' as WordId;
const LANGUAGES = Object.keys(ALL) as Locale[];

/** Every plural inside a sentence, as its set of forms. */
function pluralForms(sentence: Sentence): string[][] {
  if (typeof sentence === 'string') return [];
  return sentence.flatMap((token) => {
    if (typeof token === 'string' || token.length === 1) return [];
    const [, by, forms] = token;
    return [...(by === 'plural' ? [Object.keys(forms)] : []), ...Object.values(forms).flatMap(pluralForms)];
  });
}

describe('word', () => {
  it.each([
    [0, 'لا جواهر'],
    [1, 'جوهرة واحدة'],
    [2, 'جوهرتان'],
    [3, '3 جواهر'],
    [10, '10 جواهر'],
    [11, '11 جوهرة'],
    [100, '100 جوهرة'],
    [1_060, '1,060 جوهرة'],
  ])('the number of gems %i is written in the right Arabic plural form, with digits 0-9', (n, sentence) => {
    expect(word('count.gems', { n })).toBe(sentence);
  });

  it('a sentence shows its inserted values at their places', () => {
    expect(word('net.http', { code: isolatedLtr('502') })).toBe(
      'تعذّر إتمام الطلب (الرمز \u2066502\u2069). أعد المحاولة.',
    );
  });

  it('a missing sentence is shown as an ellipsis in production, and its id is reported', () => {
    vi.stubEnv('DEV', false);
    const report = vi.fn<(error: unknown) => void>();
    vi.stubGlobal('reportError', report);
    expect(word(UNKNOWN)).toBe('…');
    expect(String(report.mock.calls)).toContain(UNKNOWN);
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  it('during development a missing sentence throws, and is shown once a catalogue that contains it is added', () => {
    expect(() => word(UNKNOWN)).toThrow(UNKNOWN);
    addWords({ [UNKNOWN]: 'طلباتي' });
    expect(word(UNKNOWN)).toBe('طلباتي');
  });
});

describe('speak', () => {
  it('a sentence with a select shows the variant of the value, or the variant “other” for an unknown value', () => {
    const sentence = ['card ', ['g', 'select', { f: ['valid (f)'], other: ['valid'] }]] as const;
    expect(speak(sentence, { g: 'f' }, 'ar')).toBe('card valid (f)');
    expect(speak(sentence, { g: 'toString' }, 'ar')).toBe('card valid');
  });

  it('a # outside a plural is shown as it is', () => {
    expect(speak(['room ', '#', ['n']], { n: 7 }, 'ar')).toBe('room #7');
  });

  it('a missing inserted value is shown as empty text instead of undefined', () => {
    expect(speak(['to ', ['name']], {}, 'ar')).toBe('to ');
  });

  it('a sentence with an unknown kind of choice, such as selectordinal, throws', () => {
    expect(() => speak([['n', 'selectordinal', { other: ['x'] }]], { n: 1 }, 'ar')).toThrow(/selectordinal/);
  });
});

describe('the catalogues', () => {
  it.each(LANGUAGES)(
    'every plural in the language %s has all plural forms of that language: six in Arabic, two in English',
    (locale) => {
      const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted().join();
      const plurals = ALL[locale].flatMap(([id, sentence]) =>
        pluralForms(sentence).map((forms) => [id, forms] as const),
      );
      expect(plurals.length).toBeGreaterThan(2);
      // An exact number ("=0") may stand beside the plural categories.
      const categories = (forms: string[]): string[] => forms.filter((form) => !/^\d+$/.test(form));
      expect(plurals.filter(([, forms]) => categories(forms).toSorted().join() !== wanted)).toEqual([]);
    },
  );

  it.each(LANGUAGES)('no sentence in the language %s is empty', (locale) => {
    expect(ALL[locale].filter(([, sentence]) => speak(sentence, { n: 3 }, locale).trim() === '')).toEqual([]);
  });

  it('[APP-19] both languages have the same sentences, and no English sentence contains Arabic, except the language’s own name', () => {
    expect(ALL.en.map(([id]) => id).toSorted()).toEqual(ALL.ar.map(([id]) => id).toSorted());
    const arabic = ALL.en.filter(([, sentence]) => /\p{Script=Arabic}/u.test(JSON.stringify(sentence)));
    expect(arabic.map(([id]) => id)).toEqual(['lang.ar']);
  });

  it('before the checkout, Apple Pay appears in the sentences only as the name of a pay method', () => {
    const promises = BEFORE_CHECKOUT.filter(([, sentence]) => JSON.stringify(sentence).includes('Apple Pay'));
    expect(JSON.stringify(BEFORE_CHECKOUT)).toContain('Mastercard');
    expect(promises).toEqual([[expect.any(String), ['Apple Pay']]]);
  });

  it('the generated file of sentence ids equals the catalogues', () => {
    expect(readFileSync(WORD_ID_FILE, 'utf8')).toBe(wordIdText());
  });
});

describe('isolate', () => {
  it('amounts are isolated left to right, and names by the direction of their first letter', () => {
    expect(isolatedLtr('$9.99')).toBe('\u2066$9.99\u2069');
    expect(isolatedName('Sara')).toBe('\u2068Sara\u2069');
  });
});
