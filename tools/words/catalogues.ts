import type { Finding, SourceFile } from './finding.ts';

interface Place {
  readonly path: string;
  readonly line: number;
}

/** Ids of sentences that the code uses and no catalogue has, and ids in catalogues that no code uses. */
export function wordIdFindings(sources: readonly SourceFile[], catalogues: readonly SourceFile[]): Finding[] {
  const known = catalogueIds(catalogues);
  const users = sources.filter(
    ({ path }) => path.startsWith('apps/web/') && !path.startsWith('apps/web/src/words/'),
  );
  const missing = users
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .flatMap(findUsedIds)
    .filter(({ id }) => !known.has(id))
    .map(({ id, path, line }) => ({ path, line, problem: `no catalogue has the word '${id}'` }));
  // An id may pass through a table before it is used, so any quoted mention counts as use; so does its beginning in
  // `word(`money.${currency}`)`, where the compiler knows the possible endings.
  const everything = users.map(({ text }) => text).join('\n');
  const prefixes = matches(everything, /\bword\(\s*`([\w.]+)\$\{/).map(({ value }) => value);
  const isUsed = (id: string): boolean =>
    everything.includes(`'${id}'`) ||
    everything.includes(`"${id}"`) ||
    prefixes.some((beginning) => id.startsWith(beginning));
  const unused = [...known]
    .filter(([id]) => !isUsed(id))
    .map(([id, place]) => ({ ...place, problem: `nobody uses the word '${id}'` }));
  return [...missing, ...unused];
}

function catalogueIds(catalogues: readonly SourceFile[]): Map<string, Place> {
  const ids = new Map<string, Place>();
  for (const { path, text } of catalogues) {
    for (const { value, line } of matches(text, /^msgid "(.+)"$/)) ids.set(value, { path, line });
  }
  return ids;
}

function findUsedIds({ path, text }: SourceFile): (Place & { id: string })[] {
  return matches(text, /\bword\(\s*['"]([^'"]+)['"]/).map(({ value, line }) => ({ id: value, path, line }));
}

function matches(text: string, pattern: RegExp): { value: string; line: number }[] {
  return [...text.matchAll(new RegExp(pattern, 'gm'))].map((match) => ({
    value: match[1] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }));
}

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
    const difference = `'${id}' takes {${inserts}} here and {${other.inserts}} in ${language}`;
    return [{ path, line, problem: difference }];
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

/** The names of the inserts of an ICU sentence, each once: `{n, plural, one {# gem of {name}} other {…}}` has n and name. */
function insertsIn(sentence: string): string[] {
  const names = new Set<string>();
  readText(sentence, 0, names);
  return [...names].toSorted();
}

/** Reads up to the brace that closes the text, and returns its index. */
function readText(text: string, from: number, names: Set<string>): number {
  let at = from;
  while (at < text.length && text[at] !== '}')
    at = text[at] === '{' ? readInsert(text, at + 1, names) : at + 1;
  return at;
}

/** Reads an insert from after its opening brace, adds its name, and returns the index after its closing brace. */
function readInsert(text: string, from: number, names: Set<string>): number {
  const end = nearest(text, from);
  names.add(text.slice(from, end).trim());
  let at = end;
  // A choice: its kind, then pairs of a form's name and its text in braces.
  while (at < text.length && text[at] !== '}')
    at = text[at] === '{' ? readText(text, at + 1, names) + 1 : at + 1;
  return at + 1;
}

/** The index at which the name of an insert ends. */
function nearest(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
  return at;
}
