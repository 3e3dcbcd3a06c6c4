import type { Citation } from './cited-ids.ts';

export interface Verdict {
  readonly total: number;
  readonly proven: number;
  readonly missing: readonly string[];
  readonly problems: readonly string[];
}

/**
 * The backlog only ever shrinks: what is proven leaves it, what is not proven must be in it,
 * so a test that vanishes is noticed the same day.
 */
export function judge(
  ids: readonly string[],
  citations: readonly Citation[],
  backlog: readonly string[],
): Verdict {
  const known = new Set(ids);
  const cited = new Set(citations.map(({ id }) => id));
  const waiting = new Set(backlog);
  const missing = ids.filter((id) => !cited.has(id));
  return {
    total: ids.length,
    proven: ids.length - missing.length,
    missing,
    problems: [
      ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is defined twice`),
      ...citations
        .filter(({ id }) => !known.has(id))
        .map(({ id, file, title }) => `${file} cites ${id}, which does not exist: ${title}`),
      ...missing
        .filter((id) => !waiting.has(id))
        .map((id) => `no test proves ${id}, and it is not in not-yet.json`),
      ...backlog.filter((id) => cited.has(id)).map((id) => `${id} is proven: remove it from not-yet.json`),
      ...backlog.filter((id) => !known.has(id)).map((id) => `not-yet.json names ${id}, which does not exist`),
    ],
  };
}

/** Requirements are the first cells of the tables in docs/requirements.md. */
export function requirementIds(markdown: string): string[] {
  return [...markdown.matchAll(/^\| ([A-Z]{2,5}-\d{2}) \|/gm)].map((match) => match[1] ?? '');
}
