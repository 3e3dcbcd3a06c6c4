import type { Citation } from './cited-ids.ts';
import { type NeededSides, type Side, sidesShownBy } from './sides.ts';

/** Requirements without a test, as in not-yet.json: the id and the sides that are missing. */
export type Backlog = Readonly<Record<string, readonly Side[]>>;

export interface Verdict {
  readonly total: number;
  /** Requirements proven on every side they need. */
  readonly proven: readonly string[];
  /** Requirements with some test, but not on every side they need, or only in part. */
  readonly halves: readonly string[];
  readonly missing: Backlog;
  readonly problems: readonly string[];
}

/**
 * Compares the requirements with the tests that cite them. The backlog of unproven requirements may only shrink: proven sides
 * must leave it, and unproven ones must be in it, so a deleted test is noticed at once.
 */
export function judge(needed: NeededSides, citations: readonly Citation[], backlog: Backlog): Verdict {
  const ids = [...needed.keys()];
  const missing = missingSides(needed, citations);
  const isMissing = (id: string, side: Side) => missing[id]?.includes(side) ?? false;
  return {
    total: ids.length,
    proven: ids.filter((id) => !(id in missing)),
    halves: ids.filter((id) => id in missing && citations.some((test) => test.id === id)),
    missing,
    problems: [
      ...citations
        .filter(({ id }) => !needed.has(id))
        .map(({ id, file, title }) => `${file} cites ${id}, which does not exist: ${title}`),
      ...entries(missing)
        .filter(([id, side]) => !backlog[id]?.includes(side))
        .map(([id, side]) => `no test proves ${id} (${side}), and it is not in not-yet.json`),
      ...entries(backlog)
        .filter(([id, side]) => needed.has(id) && !isMissing(id, side))
        .map(([id, side]) => `${id} (${side}) is proven or not asked for: remove it from not-yet.json`),
      ...Object.keys(backlog)
        .filter((id) => !needed.has(id))
        .map((id) => `not-yet.json names ${id}, which does not exist`),
    ],
  };
}

/** The backlog without the sides that are proven by now. Unproven sides that are not in it are not added. */
export function shrink(backlog: Backlog, missing: Backlog): Backlog {
  const left: Record<string, Side[]> = {};
  for (const [id, side] of entries(backlog)) {
    if (missing[id]?.includes(side)) (left[id] ??= []).push(side);
  }
  return left;
}

function missingSides(needed: NeededSides, citations: readonly Citation[]): Backlog {
  const missing: Record<string, readonly Side[]> = {};
  for (const [id, sides] of needed) {
    const proofs = citations.filter((test) => test.id === id && !test.isPart);
    const shown = proofs.flatMap(({ file }) => sidesShownBy(file));
    const open = sides.filter((side) => !shown.includes(side));
    if (open.length > 0) missing[id] = open;
  }
  return missing;
}

function entries(backlog: Backlog): [id: string, side: Side][] {
  return Object.entries(backlog).flatMap(([id, sides]) => sides.map((side): [string, Side] => [id, side]));
}
