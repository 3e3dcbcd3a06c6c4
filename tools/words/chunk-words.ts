import { basename, dirname, join } from 'node:path/posix';
import type { Finding, SourceFile } from './finding.ts';

/**
 * Sentences whose catalogue is not loaded when their chunk runs. A chunk is an entry of the site (a module that no other imports)
 * or the target of a dynamic import, with its static imports. It need not load a catalogue that every chunk which imports it has
 * loaded before.
 */
export function chunkWordFindings(
  sources: readonly SourceFile[],
  catalogues: readonly SourceFile[],
): Finding[] {
  const catalogueOf = readCatalogues(catalogues);
  const modules = readModules(sources, catalogueOf);
  const chunks = readChunks(modules);
  const loaded = loadedCatalogues(chunks, new Set(catalogueOf.values()));
  const missing = chunks.flatMap(({ root, files }) =>
    files.flatMap((path) =>
      (modules.get(path)?.says ?? [])
        .filter(({ id }) => !loaded.get(root)?.has(catalogueOf.get(id) ?? ''))
        .map(({ id, line }) => ({
          path,
          line,
          problem: `the chunk of ${root} says '${id}' and has not loaded ${catalogueOf.get(id)}.po`,
        })),
    ),
  );
  // A module may be in several chunks; each sentence is reported once.
  return [...new Map(missing.map((finding) => [`${finding.path} ${finding.line}`, finding])).values()];
}

interface Module {
  readonly says: readonly { readonly id: string; readonly line: number }[];
  readonly loads: readonly string[];
  readonly imports: readonly string[];
  readonly importsLater: readonly string[];
}

interface Chunk {
  readonly root: string;
  readonly files: readonly string[];
  /** Roots of the chunks that import this one later; an entry has none. */
  readonly importers: readonly string[];
  readonly loads: ReadonlySet<string>;
}

const SITE = 'apps/web/src/';
const ENGLISH = `${SITE}words/english.ts`;
const TEST = /\.test\.tsx?$|\/(?<!screens\/)test\//;
const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[\w*{}\s,]*?\sfrom\s+)?'(\.[^']+)'/gm;
const DYNAMIC_IMPORT = /(?<!typeof |: )\bimport\(\s*'(\.[^']+)'\s*\)/g;
const QUOTED = /['"]([\w.-]+)['"]/g;
const BEGINNING = /\bword\(\s*`([\w.]+)\$\{/g;

function readCatalogues(catalogues: readonly SourceFile[]): Map<string, string> {
  return new Map(
    catalogues
      .filter(({ path }) => path.includes('/words/ar/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^msgid "(.+)"$/gm)].map(([, id = '']) => [id, basename(path, '.po')] as const),
      ),
  );
}

function readModules(
  sources: readonly SourceFile[],
  catalogueOf: ReadonlyMap<string, string>,
): Map<string, Module> {
  const ids = [...catalogueOf.keys()];
  const ofSite = sources.filter(({ path }) => path.startsWith(SITE) && !TEST.test(path));
  return new Map(
    ofSite.map(({ path, text }) => {
      const lineAt = (index: number): number => text.slice(0, index).split('\n').length;
      const targets = (pattern: RegExp): string[] =>
        [...text.matchAll(pattern)].map(([, to = '']) => join(dirname(path), to));
      const quoted = [...text.matchAll(QUOTED)]
        .filter(([, id = '']) => catalogueOf.has(id) && !path.startsWith(`${SITE}words/`))
        .map(({ 1: id = '', index }) => ({ id, line: lineAt(index) }));
      const prefixes = [...text.matchAll(BEGINNING)].flatMap(({ 1: beginning = '', index }) =>
        ids.filter((id) => id.startsWith(beginning)).map((id) => ({ id, line: lineAt(index) })),
      );
      const imports = targets(STATIC_IMPORT);
      const added = imports.filter((to) => to.includes('/words/ar/')).map((to) => basename(to, '.po'));
      // English is loaded whole, and only where the page is English.
      const loads = imports.includes(ENGLISH) ? [...catalogueOf.values()] : added;
      return [
        path,
        { says: [...quoted, ...prefixes], loads, imports, importsLater: targets(DYNAMIC_IMPORT) },
      ];
    }),
  );
}

function readChunks(modules: ReadonlyMap<string, Module>): Chunk[] {
  const all = [...modules.values()];
  const later = new Set(all.flatMap(({ importsLater }) => importsLater));
  const atOnce = new Set(all.flatMap(({ imports }) => imports));
  const roots = [...modules.keys()].filter((path) => later.has(path) || !atOnce.has(path));
  const filesOf = new Map(roots.map((root) => [root, withImports(modules, root)]));
  return [...filesOf].map(([root, files]) => ({
    root,
    files,
    importers: later.has(root)
      ? roots.filter((other) =>
          filesOf.get(other)?.some((path) => modules.get(path)?.importsLater.includes(root)),
        )
      : [],
    loads: new Set(files.flatMap((path) => modules.get(path)?.loads ?? [])),
  }));
}

function withImports(modules: ReadonlyMap<string, Module>, root: string): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    const module = modules.get(path);
    if (module === undefined || found.has(path)) return;
    found.add(path);
    module.imports.forEach(visit);
  };
  visit(root);
  return [...found];
}

/**
 * The catalogues that are loaded when a chunk runs: its own, and those that all chunks which import it have. The computation
 * starts with all catalogues for each chunk and removes missing ones until nothing changes.
 */
function loadedCatalogues(
  chunks: readonly Chunk[],
  all: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const loaded = new Map(chunks.map(({ root }) => [root, all]));
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const { root, importers, loads } of chunks) {
      const before = importers.map((importer) => loaded.get(importer) ?? all);
      const shared = [...all].filter(
        (catalogue) =>
          loads.has(catalogue) || (before.length > 0 && before.every((names) => names.has(catalogue))),
      );
      if (shared.length === loaded.get(root)?.size) continue;
      loaded.set(root, new Set(shared));
      hasChanged = true;
    }
  }
  return loaded;
}
