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
  ])('counts %i in the right Arabic form with 0-9', (n, sentence) => {
    expect(word('count.gems', { n })).toBe(sentence);
  });

  it('puts inserts where they belong', () => {
    expect(word('net.http', { code: isolatedLtr('502') })).toBe(
      'تعذّر إتمام الطلب (الرمز \u2066502\u2069). أعد المحاولة.',
    );
  });

  it('shows an ellipsis for a missing sentence in production, and reports its id', () => {
    vi.stubEnv('DEV', false);
    const report = vi.fn<(error: unknown) => void>();
    vi.stubGlobal('reportError', report);
    expect(word(UNKNOWN)).toBe('…');
    expect(String(report.mock.calls)).toContain(UNKNOWN);
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  it('is loud about a word that no loaded catalogue has, and knows it once one with it is added', () => {
    expect(() => word(UNKNOWN)).toThrow(UNKNOWN);
    addWords({ [UNKNOWN]: 'طلباتي' });
    expect(word(UNKNOWN)).toBe('طلباتي');
  });
});

describe('speak', () => {
  it('chooses by name, and the rest is other', () => {
    const sentence = ['card ', ['g', 'select', { f: ['valid (f)'], other: ['valid'] }]] as const;
    expect(speak(sentence, { g: 'f' }, 'ar')).toBe('card valid (f)');
    expect(speak(sentence, { g: 'toString' }, 'ar')).toBe('card valid');
  });

  it('keeps a # that counts nothing', () => {
    expect(speak(['room ', '#', ['n']], { n: 7 }, 'ar')).toBe('room #7');
  });

  it('speaks a missing insert as nothing rather than as undefined', () => {
    expect(speak(['to ', ['name']], {}, 'ar')).toBe('to ');
  });

  it('throws on a choice that the build should never have let through', () => {
    expect(() => speak([['n', 'selectordinal', { other: ['x'] }]], { n: 1 }, 'ar')).toThrow(/selectordinal/);
  });
});

describe('the catalogues', () => {
  it.each(LANGUAGES)(
    'give every plural in %s the forms that Intl knows: six in Arabic, two in English',
    (locale) => {
      const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted().join();
      const plurals = ALL[locale].flatMap(([id, sentence]) =>
        pluralForms(sentence).map((forms) => [id, forms] as const),
      );
      expect(plurals.length).toBeGreaterThan(2);
      // A number of its own ("=0") may stand beside them.
      const categories = (forms: string[]): string[] => forms.filter((form) => !/^\d+$/.test(form));
      expect(plurals.filter(([, forms]) => categories(forms).toSorted().join() !== wanted)).toEqual([]);
    },
  );

  it.each(LANGUAGES)('hold no sentence in %s that is empty or cannot be spoken', (locale) => {
    expect(ALL[locale].filter(([, sentence]) => speak(sentence, { n: 3 }, locale).trim() === '')).toEqual([]);
  });

  it('[APP-19] are the same in both languages, and English has no Arabic in it but the name of Arabic', () => {
    expect(ALL.en.map(([id]) => id).toSorted()).toEqual(ALL.ar.map(([id]) => id).toSorted());
    const arabic = ALL.en.filter(([, sentence]) => /\p{Script=Arabic}/u.test(JSON.stringify(sentence)));
    expect(arabic.map(([id]) => id)).toEqual(['lang.ar']);
  });

  it('promise no wallet before the checkout offers it: elsewhere Apple Pay is only the name of a method', () => {
    const promises = BEFORE_CHECKOUT.filter(([, sentence]) => JSON.stringify(sentence).includes('Apple Pay'));
    expect(JSON.stringify(BEFORE_CHECKOUT)).toContain('Mastercard');
    expect(promises).toEqual([[expect.any(String), ['Apple Pay']]]);
  });

  it('match the generated union of ids, and no id is in two of them', () => {
    expect(readFileSync(WORD_ID_FILE, 'utf8')).toBe(wordIdText());
  });
});

describe('isolate', () => {
  it('wraps digits and codes left to right, and names by their first letter', () => {
    expect(isolatedLtr('$9.99')).toBe('\u2066$9.99\u2069');
    expect(isolatedName('Sara')).toBe('\u2068Sara\u2069');
  });
});
