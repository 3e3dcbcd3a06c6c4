import type { ImportGraph } from './import-graph.ts';

/**
 * A reading walk: the files to open when following one action through the code. A leg lists files that are connected by imports,
 * in order. Between two legs the action goes over HTTP, through the engine or through a row of the database.
 */
export interface Walk {
  readonly name: string;
  readonly legs: readonly (readonly string[])[];
  /** More files than this fail the check. */
  readonly filesMax: number;
}

export type CountedWalk =
  | { readonly kind: 'counted'; readonly files: readonly string[] }
  | { readonly kind: 'broken'; readonly from: string; readonly to: string };

function shortest(graph: ImportGraph, from: string, to: string): readonly string[] | null {
  const cameFrom = new Map<string, string | null>([[from, null]]);
  let edge = [from];
  while (edge.length > 0 && !cameFrom.has(to)) {
    const next: string[] = [];
    for (const file of edge)
      for (const imported of graph.get(file) ?? []) {
        if (cameFrom.has(imported)) continue;
        cameFrom.set(imported, file);
        next.push(imported);
      }
    edge = next;
  }
  if (!cameFrom.has(to)) return null;
  const path: string[] = [];
  for (let at: string | null = to; at !== null; at = cameFrom.get(at) ?? null) path.unshift(at);
  return path;
}

/** The shortest path of imports from one file to the other; if there is none, the one in the opposite direction. */
function between(graph: ImportGraph, from: string, to: string): readonly string[] | null {
  return shortest(graph, from, to) ?? shortest(graph, to, from)?.toReversed() ?? null;
}

/** Every file on the way, once. The index of a package only lists exports and is not counted. */
export function countWalk(graph: ImportGraph, { legs }: Walk): CountedWalk {
  const files = new Set<string>();
  for (const places of legs)
    for (const [nth, from] of places.entries()) {
      const to = places[nth + 1] ?? from;
      const path = graph.has(from) ? between(graph, from, to) : null;
      if (path === null) return { kind: 'broken', from, to };
      for (const file of path) if (!file.endsWith('/src/index.ts')) files.add(file);
    }
  return { kind: 'counted', files: [...files] };
}
