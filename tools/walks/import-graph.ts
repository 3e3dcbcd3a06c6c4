import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Static and dynamic imports and re-exports of product files, by path from the repository's root. Type-only imports do not count. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const SOURCES = ['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}'];
const TEST = /\.test\.tsx?$|\/test\//;
const IMPORT =
  /(?:import|export)\s+(?!type\b)(?:[\w*{}\s,]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;
const PACKAGE = /^@jawhara\/([\w-]+)$/;

function resolve(from: string, specifier: string): string | null {
  const named = PACKAGE.exec(specifier);
  if (named) return `packages/${named[1]}/src/index.ts`;
  return specifier.startsWith('.') ? join(dirname(from), specifier) : null;
}

export function readImports(repository: string): ImportGraph {
  const graph = new Map<string, readonly string[]>();
  for (const path of globSync(SOURCES, { cwd: repository, exclude: (name) => name === 'node_modules' })) {
    if (TEST.test(path)) continue;
    const text = readFileSync(join(repository, path), 'utf8');
    const imported = [...text.matchAll(IMPORT)].map(([, one, other]) => resolve(path, one ?? other ?? ''));
    const found = imported.filter((to): to is string => to !== null && existsSync(join(repository, to)));
    graph.set(path, [...new Set(found)]);
  }
  return graph;
}
