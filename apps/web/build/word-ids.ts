/** Writes src/words/word-id.ts: the ids of the Arabic catalogues as one union. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WORDS = join(import.meta.dirname, '../src/words');
export const WORD_ID_FILE = join(WORDS, 'word-id.ts');

/** The text of word-id.ts. Throws on an id that is in two catalogues. */
export function wordIdText(): string {
  const ids = globSync('ar/*.po', { cwd: WORDS }).flatMap((file) =>
    [...readFileSync(join(WORDS, file), 'utf8').matchAll(/^msgid "(.+)"$/gm)].map((match) => match[1] ?? ''),
  );
  const doubled = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (doubled.length > 0) throw new Error(`in two catalogues: ${doubled.join(', ')}`);
  const lines = ids.toSorted().map((id) => `  | '${id}'`);
  return `/** Written by build/word-ids.ts from the catalogues; do not edit. */\nexport type WordId =\n${lines.join('\n')};\n`;
}

if (import.meta.main) writeFileSync(WORD_ID_FILE, wordIdText());
