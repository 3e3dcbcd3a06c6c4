import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { moduleStateOf } from '../check/module-state.ts';
import { isNode, walk } from '../check/syntax-tree.ts';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Counts {
  /** Files of the server, the site and the packages that are shipped. */
  readonly productFiles: number;
  /** The median of the lines of the site's files. */
  readonly siteLinesMedian: number;
  /** Percent of the site's files that have at most 30 lines. */
  readonly siteSlipsPercent: number;
  readonly siteDynamicImports: number;
  /** Variables of the site's modules that may change: `let`, `Map`, `Set`. */
  readonly siteModuleState: number;
}

/**
 * Bounds that fail when the code is cut into many small files: a file should be one thought, of up to about 250 lines. A commit
 * that worsens a bound gives the reason; when a count improves, its bound is moved. Live rooms are left out, as in
 * module-state.ts.
 */
export const BOUNDS: Counts = {
  productFiles: 900,
  siteLinesMedian: 45,
  siteSlipsPercent: 33,
  siteDynamicImports: 45,
  siteModuleState: 5,
};

const PRODUCT = /^(?:apps\/(?:api|web)|packages\/[^/]+)\/src\/.+\.(?:ts|tsx|css)$/;
const NOT_COUNTED = /\.test\.tsx?$|-suite|\/test\/|^packages\/room-sync\/|^apps\/web\/src\/room\//;
const SITE = /^apps\/web\/src\//;
const SLIP_LINES_MAX = 30;

export const isProductFile = (path: string): boolean => PRODUCT.test(path) && !NOT_COUNTED.test(path);

/** Product files that git tracks or would track. */
export function readProductFiles(repository: string): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  return listed
    .split('\0')
    .filter((path) => isProductFile(path) && existsSync(join(repository, path)))
    .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));
}

const linesOf = ({ text }: SourceFile): number => text.replace(/\n$/, '').split('\n').length;

/** The number of dynamic imports that run; `import('…')` in a type is not one. */
function dynamicImportsOf({ path, text }: SourceFile): number {
  let count = 0;
  walk(parseSync(text, { syntax: 'typescript', tsx: !path.endsWith('.ts') }), (node) => {
    const callee = node['callee'];
    if (node.type === 'CallExpression' && isNode(callee) && callee.type === 'Import') count += 1;
  });
  return count;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

export function countProduct(files: readonly SourceFile[]): Counts {
  const site = files.filter(({ path }) => SITE.test(path));
  const code = site.filter(({ path }) => !/\.css$|\.d\.ts$/.test(path));
  const lines = site.map(linesOf).toSorted((a, b) => a - b);
  const slips = lines.filter((count) => count <= SLIP_LINES_MAX).length;
  return {
    productFiles: files.length,
    siteLinesMedian: lines[Math.floor((lines.length - 1) / 2)] ?? 0,
    siteSlipsPercent: lines.length === 0 ? 0 : Math.round((1000 * slips) / lines.length) / 10,
    siteDynamicImports: sum(code.map(dynamicImportsOf)),
    siteModuleState: sum(code.map(({ path, text }) => moduleStateOf(path, text).length)),
  };
}

const NAMES = {
  productFiles: 'product files',
  siteLinesMedian: 'median lines of the site’s files',
  siteSlipsPercent: 'percent of the site’s files with at most 30 lines',
  siteDynamicImports: 'dynamic imports of the site',
  siteModuleState: 'changing variables of the site’s modules',
} as const satisfies Record<keyof Counts, string>;

/** Each count as a line of the report, and whether it is within its bound: the median has a least value, the others a greatest. */
export function judgeCounts(
  counts: Counts,
  bounds: Counts = BOUNDS,
): { readonly line: string; readonly isGood: boolean }[] {
  return (Object.keys(NAMES) as (keyof Counts)[]).map((key) => {
    const isLeast = key === 'siteLinesMedian';
    const isGood = isLeast ? counts[key] >= bounds[key] : counts[key] <= bounds[key];
    const bound = `${isLeast ? 'at least' : 'at most'} ${bounds[key]}`;
    return { line: `${NAMES[key]}: ${counts[key]}, ${bound}${isGood ? '' : ': beyond it'}`, isGood };
  });
}
