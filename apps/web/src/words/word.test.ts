import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@jawhara/domain';
import { describe, expect, it, vi } from 'vitest';
import { WORD_IDS, wordIdFiles } from '../../build/word-ids.ts';
import { messages as card } from './ar/card.po';
import { messages as home } from './ar/home.po';
import { messages as info } from './ar/info.po';
import { messages as pay } from './ar/pay.po';
import { messages as shared } from './ar/shared.po';
import { isolatedLtr, isolatedName } from './isolate.ts';
import type { Sentence } from './sentence.ts';
import { speak } from './sentence.ts';
import { word } from './word.ts';

type Catalogues = Record<string, { messages: Record<string, Sentence> }>;

const sentencesOf = (catalogues: Catalogues): [string, Sentence][] =>
  Object.values(catalogues).flatMap(({ messages }) => Object.entries(messages));

const ALL = {
  ar: sentencesOf(import.meta.glob('./ar/*.po', { eager: true })),
  en: sentencesOf(import.meta.glob('./en/*.po', { eager: true })),
} as const satisfies Record<Locale, unknown>;
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
    expect(word('result.success.title')).toBe('…');
    expect(String(report.mock.calls)).toContain('result.success.title');
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  it('is loud about a word that no loaded catalogue has', () => {
    expect(() => word('result.success.title')).toThrow(/result\.success\.title/);
  });

  it('knows a word once its catalogue is loaded', async () => {
    await import('./load-home.ts');
    expect(word('home.navOrders')).toBe('طلباتي');
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

  it('promise no wallet that the shop does not offer yet', () => {
    const promises = JSON.stringify([home, info, pay, card, shared]);
    expect(promises).toContain('Mastercard');
    expect(promises).not.toContain('Apple Pay');
  });

  it('match the generated unions of ids, and no id is in two of them', () => {
    const generated = readdirSync(WORD_IDS).map(
      (file) => [file, readFileSync(join(WORD_IDS, file), 'utf8')] as const,
    );
    expect(new Map(generated)).toEqual(wordIdFiles());
    const ids = generated.flatMap(([, text]) =>
      [...text.matchAll(/^  \| '(.+)'/gm)].map(([, id]) => id ?? ''),
    );
    expect(ids.toSorted()).toEqual(ALL.ar.map(([id]) => id).toSorted());
  });
});

describe('isolate', () => {
  it('wraps digits and codes left to right, and names by their first letter', () => {
    expect(isolatedLtr('$9.99')).toBe('\u2066$9.99\u2069');
    expect(isolatedName('Sara')).toBe('\u2068Sara\u2069');
  });
});
