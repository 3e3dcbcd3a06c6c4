/**
 * Every sentence of the site. To add one:
 * 1. put `msgid "area.name"` and its Arabic `msgstr` into the catalogue in `ar/` whose screens need it
 *    (`shared.po` travels with every route, so keep it short), and its English one into the same catalogue in `en/`;
 * 2. run `npm run words -w apps/web`, which writes the id into `ids/`;
 * 3. call `word('area.name')`. A lazy chunk names its catalogue once: `import '../words/load-pay.ts'`.
 * Inserts that are not Arabic text are isolated first: `word('pay.to', { name: isolatedName(name) })`.
 */
import { messages as shared } from './ar/shared.po';
import type { Locale } from '@jawhara/domain';
import { pageLocale } from './page-locale.ts';
import type { Catalogue, Sentence, WordValues } from './sentence.ts';
import { speak } from './sentence.ts';
import type { WordId } from './ids/word-id.ts';

/** The sentences loaded so far, by language. */
const sentences: Record<Locale, Map<string, Sentence>> = { ar: new Map(), en: new Map() };
addWords('ar', shared);

export function addWords(locale: Locale, catalogue: Catalogue): void {
  for (const [id, sentence] of Object.entries(catalogue)) sentences[locale].set(id, sentence);
}

export function word(id: WordId, values: WordValues = {}, locale = pageLocale()): string {
  const sentence = sentences[locale].get(id) ?? fallbackOf(id, locale);
  return speak(sentence, values, locale);
}

const OTHER_LOCALE = { ar: 'en', en: 'ar' } as const satisfies Record<Locale, Locale>;

/** A missing sentence throws in development and in tests. In production it is reported, and the payer sees the other language or an ellipsis. */
function fallbackOf(id: string, locale: Locale): Sentence {
  const error = new Error(
    `No loaded catalogue has the word "${id}": import its load-*.ts where the chunk starts.`,
  );
  if (import.meta.env.DEV) throw error;
  globalThis.reportError?.(error);
  return sentences[OTHER_LOCALE[locale]].get(id) ?? '…';
}
