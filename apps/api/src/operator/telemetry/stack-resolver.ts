import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';

/** A place in a file of ours, as browsers write it. The name is a plain one: it cannot lead out of the folder of maps. */
const PLACE = /\/(assets\/[\w-][\w.-]*\.js):(\d{1,7}):(\d{1,7})/;

/** Says of each line of a stack where it is in the source; a line without a map stays as it came. */
export type ResolveStack = (stack: string) => readonly string[];

/** Maps name sources from where the served file lies. */
function sourceName(source: string): string {
  return source.replace(/^(\.\.?\/)+/, '');
}

/** `directory` has the maps that the build puts beside the site, by the names of its files. */
export function stackResolver(directory: string): ResolveStack {
  const maps = new Map<string, SourceMap | null>();

  function mapOf(file: string): SourceMap | null {
    const known = maps.get(file);
    if (known !== undefined) return known;
    let map: SourceMap | null = null;
    try {
      const text = readFileSync(join(directory, `${file}.map`), 'utf8');
      map = new SourceMap(JSON.parse(text) as SourceMapPayload);
    } catch {
      // Of a release whose maps are gone, or of no file of ours.
    }
    maps.set(file, map);
    return map;
  }

  function resolved(line: string): string {
    const [place, file = '', row = '', column = ''] = PLACE.exec(line) ?? [];
    if (place === undefined) return line;
    const entry = mapOf(file)?.findEntry(Number(row) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return line;
    const { originalSource, originalLine, originalColumn } = entry;
    return `${sourceName(originalSource)}:${originalLine + 1}:${originalColumn + 1}`;
  }

  return (stack) => (stack === '' ? [] : stack.split('\n').map(resolved));
}
