/** Writes src/words/ids: for each Arabic catalogue the union of its ids, and the union of all. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const CATALOGUES = join(import.meta.dirname, '../src/words/ar');
export const WORD_IDS = join(import.meta.dirname, '../src/words/ids');

const WRITTEN = '/** Written by build/word-ids.ts from the catalogues; do not edit. */\n';

function idsOf(catalogue: string): string[] {
  const text = readFileSync(join(CATALOGUES, catalogue), 'utf8');
  return [...text.matchAll(/^msgid "(.+)"$/gm)].map((match) => match[1] ?? '').toSorted();
}

const typeOf = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}Word`;

/** File name and text of everything in src/words/ids. */
export function wordIdFiles(): Map<string, string> {
  const names = readdirSync(CATALOGUES)
    .filter((file) => file.endsWith('.po'))
    .map((file) => basename(file, '.po'))
    .toSorted();
  const all = names.flatMap((name) => idsOf(`${name}.po`));
  const twice = all.filter((id, index) => all.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`in two catalogues: ${twice.join(', ')}`);

  const files = new Map(
    names.map((name) => {
      const lines = idsOf(`${name}.po`).map((id) => `  | '${id}'`);
      return [`${name}.ts`, `${WRITTEN}export type ${typeOf(name)} =\n${lines.join('\n')};\n`];
    }),
  );
  const imports = names.map((name) => `import type { ${typeOf(name)} } from './${name}.ts';`);
  const union = names.map((name) => `  | ${typeOf(name)}`);
  return files.set(
    'word-id.ts',
    `${WRITTEN}${imports.join('\n')}\n\nexport type WordId =\n${union.join('\n')};\n`,
  );
}

if (import.meta.main) {
  rmSync(WORD_IDS, { recursive: true, force: true });
  mkdirSync(WORD_IDS);
  for (const [file, text] of wordIdFiles()) writeFileSync(join(WORD_IDS, file), text);
}
