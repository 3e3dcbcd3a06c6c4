/** Writes src/words/word-ids.ts: the union of all ids in the Arabic catalogues. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const CATALOGUES = new URL('../src/words/ar/', import.meta.url);
const TARGET = new URL('../src/words/word-ids.ts', import.meta.url);

export function readWordIds(): string[] {
  const ids = readdirSync(CATALOGUES)
    .filter((file) => file.endsWith('.po'))
    .flatMap((file) => [...readFileSync(new URL(file, CATALOGUES), 'utf8').matchAll(/^msgid "(.+)"$/gm)].map((match) => match[1] ?? ''));
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`in two catalogues: ${twice.join(', ')}`);
  return ids.sort();
}

export function wordIdsSource(ids: readonly string[]): string {
  return `/** Written by build/word-ids.ts from the catalogues; do not edit. */\nexport type WordId =\n${ids.map((id) => `  | '${id}'`).join('\n')};\n`;
}

if (import.meta.main) writeFileSync(TARGET, wordIdsSource(readWordIds()));
