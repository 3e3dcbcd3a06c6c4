/**
 * Every sentence of the site. To add one:
 * 1. put `msgid "area.name"` and its Arabic `msgstr` into the catalogue in `ar/` whose screens need it
 *    (`shared.po` travels with every route, so keep it short);
 * 2. run `npm run words -w apps/web`, which writes the id into `word-ids.ts`;
 * 3. call `word('area.name')`. A lazy chunk names its catalogue once: `import '../words/load-pay.ts'`.
 * Inserts that are not Arabic text are isolated first: `word('pay.summary', { gems, name: isolatedName(name) })`.
 */
import { setupI18n } from '@lingui/core';
import type { Messages } from '@lingui/core';
import { messages as shared } from './ar/shared.po';
import type { WordId } from './word-ids.ts';

/** Arabic sentences with 0-9: several Arabic locales would otherwise switch digits by themselves. */
export const FORMAT_LOCALE = 'ar-u-nu-latn';

export type WordValues = Readonly<Record<string, string | number>>;

const sentences = setupI18n({ messages: { ar: {} } });
sentences.activate('ar', [FORMAT_LOCALE]);
addWords(shared);

export function addWords(messages: Messages): void {
  sentences.load('ar', messages);
}

export function word(id: WordId, values?: WordValues): string {
  if (!Object.hasOwn(sentences.messages, id)) return missingWord(id);
  return sentences._(id, values);
}

/** Loud while developing and testing; a payer sees a gap rather than a broken page. */
function missingWord(id: string): string {
  if (import.meta.env.DEV) throw new Error(`No loaded catalogue has the word "${id}": import its load-*.ts where the chunk starts.`);
  return '';
}
