/**
 * Every sentence of the site. To add one:
 * 1. put `msgid "pay.name"` and its Arabic `msgstr` into the catalogue in `ar/` whose routes say it
 *    (`common.po` travels with every route, so keep it short), and its English one into the same catalogue in `en/`;
 * 2. run `npm run words -w apps/web`, which writes the id into `word-id.ts`;
 * 3. call `word('pay.name')`. The first module of a chunk adds the catalogue: `addWords(pay)`; `npm run check` finds a chunk without it.
 * Inserts that are not Arabic text are isolated first: `word('pay.to', { name: isolatedName(name) })`.
 */
import { countText, LOCALES, readLocale, type Locale } from '@jawhara/domain';
import { messages as common } from './ar/common.po';
import type { WordId } from './word-id.ts';

/**
 * A sentence as Lingui compiles it from ICU: texts, inserts, and choices by number or by name.
 * Lingui's own runtime also formats dates and compiles in the browser; a catalogue of ours needs neither.
 */
type Token = string | readonly [insert: string] | readonly [insert: string, by: string, forms: Forms];
type Forms = { readonly [form: string]: Sentence };
export type Sentence = string | readonly Token[];
export type Catalogue = Readonly<Record<string, Sentence>>;
export type WordValues = Readonly<Record<string, string | number>>;

/** The sentences loaded so far, by language. */
const sentences: Record<Locale, Map<string, Sentence>> = { ar: new Map(), en: new Map() };
addWords(common);

export function addWords(catalogue: Catalogue, locale: Locale = 'ar'): void {
  for (const [id, sentence] of Object.entries(catalogue)) sentences[locale].set(id, sentence);
}

/** The language of this page, read from its document; while the build prerenders pages, there is no document. */
export function pageLocale(): Locale {
  return readLocale(globalThis.document?.documentElement.lang);
}

export function word(id: WordId, values: WordValues = {}, locale = pageLocale()): string {
  const sentence = sentences[locale].get(id) ?? fallbackOf(id, locale);
  return speak(sentence, values, locale);
}

const OTHER_LOCALE = { ar: 'en', en: 'ar' } as const satisfies Record<Locale, Locale>;

/** A missing sentence throws in development and in tests. In production it is reported, and the payer sees the other language or an ellipsis. */
function fallbackOf(id: string, locale: Locale): Sentence {
  const error = new Error(
    `No loaded catalogue has the word "${id}": add its catalogue where the chunk starts.`,
  );
  if (import.meta.env.DEV) throw error;
  globalThis.reportError?.(error);
  return sentences[OTHER_LOCALE[locale]].get(id) ?? '…';
}

function choose(
  by: string,
  forms: Forms,
  value: string | number,
  values: WordValues,
  locale: Locale,
): string {
  // Own properties only: a value like "toString" selects the form `other`.
  if (by === 'select')
    return speak(
      (Object.keys(forms).includes(String(value)) ? forms[value] : forms['other']) ?? '',
      values,
      locale,
    );
  if (by !== 'plural') throw new Error(`a sentence chooses by "${by}"`);
  const number = Number(value);
  const form = forms[number] ?? forms[LOCALES[locale].pluralForm(number)] ?? forms['other'] ?? '';
  return speak(form, values, locale, countText(number));
}

/** `counted` is the number that replaces #. */
export function speak(sentence: Sentence, values: WordValues, locale: Locale, counted?: string): string {
  if (typeof sentence === 'string') return sentence;
  let text = '';
  for (const token of sentence) {
    if (typeof token === 'string') text += token === '#' && counted !== undefined ? counted : token;
    else {
      const [insert, by, forms] = token;
      const value = values[insert] ?? '';
      text += by === undefined || forms === undefined ? value : choose(by, forms, value, values, locale);
    }
  }
  return text;
}
