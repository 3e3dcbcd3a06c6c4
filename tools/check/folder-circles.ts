/** An import from one file to another, both as paths in the repository. */
export interface FileArrow {
  readonly from: string;
  readonly to: string;
}

const FOLDER = /^apps\/api\/src\/([^/]+)\//;

/** The server folder of a file; null for the files beside the folders, which compose them, and for files of other apps. */
function folderOf(path: string): string | null {
  return FOLDER.exec(path)?.[1] ?? null;
}

/**
 * Imports between server folders that are part of a circle, direct or by way of other folders. A single wrong import closes
 * many circles, so only the shortest are reported; once they are fixed, the next run reports the others.
 */
export function arrowsInCircles(arrows: readonly FileArrow[]): FileArrow[] {
  const next = new Map<string, Set<string>>();
  const between = arrows.flatMap((arrow) => {
    const [from, to] = [folderOf(arrow.from), folderOf(arrow.to)];
    if (from === null || to === null || from === to) return [];
    next.set(from, (next.get(from) ?? new Set()).add(to));
    return [{ arrow, from, to }];
  });
  const circles = between.map(({ arrow, from, to }) => ({ arrow, steps: stepsBetween(to, from, next) }));
  const shortest = Math.min(...circles.map(({ steps }) => steps));
  return circles.filter(({ steps }) => steps === shortest && steps < Infinity).map(({ arrow }) => arrow);
}

function stepsBetween(start: string, end: string, next: ReadonlyMap<string, ReadonlySet<string>>): number {
  const seen = new Set([start]);
  let edge = [start];
  for (let steps = 1; edge.length > 0; steps += 1) {
    edge = edge.flatMap((folder) => [...(next.get(folder) ?? [])]).filter((folder) => !seen.has(folder));
    if (edge.includes(end)) return steps;
    for (const folder of edge) seen.add(folder);
  }
  return Infinity;
}
