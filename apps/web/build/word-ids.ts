/** Writes src/words/word-ids.ts: the union of all ids in the Arabic catalogues. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CATALOGUES = join(import.meta.dirname, '../src/words/ar');
const TARGET = join(import.meta.dirname, '../src/words/word-ids.ts');

export function readWordIds(): string[] {
  const ids = readdirSync(CATALOGUES)
    .filter((file) => file.endsWith('.po'))
    .flatMap((file) =>
      [...readFileSync(join(CATALOGUES, file), 'utf8').matchAll(/^msgid "(.+)"$/gm)].map(
        (match) => match[1] ?? '',
      ),
    );
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`in two catalogues: ${twice.join(', ')}`);
  return ids.toSorted();
}

export function wordIdsSource(ids: readonly string[]): string {
  return `/** Written by build/word-ids.ts from the catalogues; do not edit. */\nexport type WordId =\n${ids.map((id) => `  | '${id}'`).join('\n')};\n`;
}

if (import.meta.main) writeFileSync(TARGET, wordIdsSource(readWordIds()));
