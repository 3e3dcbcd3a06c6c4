import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

const CATALOGUES = import.meta.glob<{ messages: Record<string, Sentence> }>('./ar/*.po', { eager: true });
const ALL: readonly [string, Sentence][] = Object.values(CATALOGUES).flatMap(({ messages }) =>
  Object.entries(messages),
);

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

  it('is loud about a word that no loaded catalogue has', () => {
    expect(() => word('result.success.title')).toThrow(/result\.success\.title/);
  });

  it('knows a word once its catalogue is loaded', async () => {
    await import('./load-home.ts');
    expect(word('home.navOrders')).toBe('طلباتي');
  });
});

describe('the catalogues', () => {
  it('give every plural its six Arabic forms', () => {
    const plurals = ALL.flatMap(([id, sentence]) =>
      pluralForms(sentence).map((forms) => [id, forms] as const),
    );
    expect(plurals.length).toBeGreaterThan(2);
    expect(plurals.filter(([, forms]) => forms.toSorted().join() !== 'few,many,one,other,two,zero')).toEqual(
      [],
    );
  });

  it('hold no sentence that is empty or cannot be spoken', () => {
    expect(ALL.filter(([, sentence]) => speak(sentence, { n: 3 }, 'ar').trim() === '')).toEqual([]);
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
    expect(ids.toSorted()).toEqual(ALL.map(([id]) => id).toSorted());
  });
});

describe('isolate', () => {
  it('wraps digits and codes left to right, and names by their first letter', () => {
    expect(isolatedLtr('$9.99')).toBe('\u2066$9.99\u2069');
    expect(isolatedName('Sara')).toBe('\u2068Sara\u2069');
  });
});
