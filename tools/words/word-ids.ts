import type { Finding, SourceFile } from './finding.ts';

interface Place {
  readonly path: string;
  readonly line: number;
}

/** Ids in the code that no catalogue has, and ids of catalogues that no code uses. */
export function wordIdFindings(sources: readonly SourceFile[], catalogues: readonly SourceFile[]): Finding[] {
  const known = catalogueIds(catalogues);
  const users = sources.filter(
    ({ path }) => path.startsWith('apps/web/') && !path.startsWith('apps/web/src/words/'),
  );
  const missing = users
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .flatMap(askedIds)
    .filter(({ id }) => !known.has(id))
    .map(({ id, path, line }) => ({ path, line, problem: `no catalogue has the word '${id}'` }));
  // An id may pass through a table before it is used, so any quoted mention counts as use; so does its beginning in
  // `word(`money.${currency}`)`, where the compiler knows the possible endings.
  const everything = users.map(({ text }) => text).join('\n');
  const begun = matches(everything, /\bword\(\s*`([\w.]+)\$\{/).map(({ value }) => value);
  const isUsed = (id: string): boolean =>
    everything.includes(`'${id}'`) ||
    everything.includes(`"${id}"`) ||
    begun.some((beginning) => id.startsWith(beginning));
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

function askedIds({ path, text }: SourceFile): (Place & { id: string })[] {
  return matches(text, /\bword\(\s*['"]([^'"]+)['"]/).map(({ value, line }) => ({ id: value, path, line }));
}

function matches(text: string, pattern: RegExp): { value: string; line: number }[] {
  return [...text.matchAll(new RegExp(pattern, 'gm'))].map((match) => ({
    value: match[1] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }));
}
