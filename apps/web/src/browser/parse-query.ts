const PARAMETERS_MAX = 1_000;
const DEPTH_MAX = 5;
const ARRAY_MAX = 20;

/** One parameter of a query. `a[b][]=c` is named `a` and stands at `b`, then at a place of a list. */
export interface QueryEntry {
  readonly name: string;
  readonly path: readonly string[];
  readonly text: string;
}

const BRACKETS = /\[([^[\]]*)\]/g;
const LIST_PLACE = /^\d*$/;
const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/** A list, so that nothing is nested while reading: no depth costs anything. Past a limit is dropped; nothing throws. */
export function parseQuery(query: string): readonly QueryEntry[] {
  const lengths = new Map<string, number>();
  const entries: QueryEntry[] = [];
  for (const [key, text] of new URLSearchParams(query.split('&', PARAMETERS_MAX).join('&'))) {
    const [, name = key, brackets = ''] = KEY.exec(key) ?? [];
    const path = Array.from(brackets.matchAll(BRACKETS), ([, place = '']) => place);
    const list = LIST_PLACE.test(path.at(-1) ?? 'no') ? key.slice(0, key.lastIndexOf('[')) : key;
    const length = lengths.get(list) ?? 0;
    lengths.set(list, length + 1);
    if (path.length > DEPTH_MAX || length >= ARRAY_MAX || Number(path.at(-1)) >= ARRAY_MAX) continue;
    entries.push({ name, path, text });
  }
  return entries;
}
