import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../tools/stack/repository.ts';

const ENTRY = /^msgid "(?<id>[^"]+)"\nmsgstr "(?<text>(?:[^"\\]|\\.)*)"$/gm;

const catalogue = new Map<string, string>();
for (const file of globSync('apps/web/src/words/ar/*.po', { cwd: REPOSITORY })) {
  for (const { groups } of readFileSync(join(REPOSITORY, file), 'utf8').matchAll(ENTRY)) {
    if (groups?.['id'] !== undefined && groups['text'] !== undefined)
      catalogue.set(groups['id'], groups['text']);
  }
}

/** The sentence a visitor reads, from the same catalogue as the site's. Only for sentences without parameters. */
export function arabicWord(id: string): string {
  const text = catalogue.get(id);
  if (text === undefined) throw new Error(`no catalogue has ${id}`);
  if (text.includes('{')) throw new Error(`${id} has parameters: look for a part of the page instead`);
  return text;
}
