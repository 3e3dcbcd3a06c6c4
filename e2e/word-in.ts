import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Locale } from '@jawhara/domain';
import { REPOSITORY } from '../tools/stack/repository.ts';

const ENTRY = /^msgid "(?<id>[^"]+)"\nmsgstr "(?<text>(?:[^"\\]|\\.)*)"$/gm;

const catalogues = new Map<string, string>();
for (const file of globSync('apps/web/src/words/{ar,en}/*.po', { cwd: REPOSITORY })) {
  const language = basename(dirname(file));
  for (const { groups } of readFileSync(join(REPOSITORY, file), 'utf8').matchAll(ENTRY)) {
    if (groups?.['id'] !== undefined && groups['text'] !== undefined)
      catalogues.set(`${language} ${groups['id']}`, groups['text']);
  }
}

/** The sentence with this id from the site's catalogue of texts. Only for sentences without parameters. */
export function wordIn(language: Locale, id: string): string {
  const text = catalogues.get(`${language} ${id}`);
  if (text === undefined) throw new Error(`no catalogue has ${id} in ${language}`);
  if (text.includes('{')) throw new Error(`${id} has parameters: look for a part of the page instead`);
  return text;
}
