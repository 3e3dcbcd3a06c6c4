import type { Finding, SourceFile } from './finding.ts';
import { insertsIn } from './inserts-in.ts';

interface Entry {
  readonly path: string;
  readonly line: number;
  readonly inserts: string;
}

const CATALOGUE = /\/words\/([a-z]+)\/([a-z-]+)\.po$/;

/** Every language must have the same ids in the same catalogues, and a sentence the same inserts in all of them. */
export function catalogueTwins(catalogues: readonly SourceFile[]): Finding[] {
  const byLanguage = new Map<string, Map<string, Entry>>();
  for (const catalogue of catalogues) {
    const [, language = '', name = ''] = CATALOGUE.exec(catalogue.path) ?? [];
    const known = byLanguage.get(language) ?? new Map<string, Entry>();
    byLanguage.set(language, known);
    for (const [id, entry] of entriesOf(catalogue)) known.set(`${name} ${id}`, entry);
  }
  const languages = [...byLanguage.keys()];
  return languages.flatMap((language) =>
    languages
      .filter((other) => other !== language)
      .flatMap((other) => differences(byLanguage.get(language), byLanguage.get(other), other)),
  );
}

/** Sentences that one language has and the other lacks; a difference of inserts is reported once, for the first language. */
function differences(
  one: ReadonlyMap<string, Entry> = new Map(),
  twin: ReadonlyMap<string, Entry> = new Map(),
  language: string,
): Finding[] {
  return [...one].flatMap(([key, { path, line, inserts }]): Finding[] => {
    const other = twin.get(key);
    const [name = '', id = ''] = key.split(' ');
    if (other === undefined)
      return [{ path, line, problem: `${language}/${name}.po lacks the word '${id}'` }];
    if (other.inserts === inserts || path > other.path) return [];
    const told = `'${id}' takes {${inserts}} here and {${other.inserts}} in ${language}`;
    return [{ path, line, problem: told }];
  });
}

/** The sentences of a catalogue; ours have each `msgstr` on one line. */
function entriesOf({ path, text }: SourceFile): [string, Entry][] {
  const lines = text.split('\n');
  return lines.flatMap((line, index): [string, Entry][] => {
    const id = /^msgid "(.+)"$/.exec(line)?.[1];
    const sentence = /^msgstr "(.*)"$/.exec(lines[index + 1] ?? '')?.[1];
    return id === undefined
      ? []
      : [[id, { path, line: index + 1, inserts: insertsIn(sentence ?? '').join(', ') }]];
  });
}
