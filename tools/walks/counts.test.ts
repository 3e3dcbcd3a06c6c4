import { expect, it } from 'vitest';
import { countProduct, isProductFile, judgeCounts, type Counts } from './counts.ts';

const lines = (count: number): string => 'export {};\n'.repeat(count);

it('the count of product files includes shipped files, and leaves out tests, their helpers and live rooms', () => {
  const paths = [
    'apps/api/src/orders/order.flow.ts',
    'apps/web/src/styles/tokens.css',
    'packages/domain/src/money.ts',
    'packages/domain/src/money.test.ts',
    'apps/api/src/test/shop.ts',
    'apps/api/src/providers/provider-suite.ts',
    'apps/web/src/room/room-view.tsx',
    'packages/room-sync/src/frame.ts',
    'apps/rooms/src/main.ts',
    'tools/walks/walks.ts',
  ];
  expect(paths.filter(isProductFile)).toEqual(paths.slice(0, 3));
});

it('lines, dynamic imports and variables that may change are counted in the site’s files only', () => {
  const counts = countProduct([
    { path: 'apps/api/src/a.ts', text: "let count = 0;\nvoid import('./b.ts');\n" },
    { path: 'apps/web/src/a.ts', text: lines(30) },
    { path: 'apps/web/src/b.ts', text: lines(31) },
    { path: 'apps/web/src/c.css', text: 'a {\n}\n' },
    {
      path: 'apps/web/src/d.tsx',
      text: `export const screen = () => import('./c.ts');
type Other = typeof import('./e.ts');
// import('./f.ts')
let opened: Other | null = null;
const seen = new Map<string, string>();
const names: ReadonlyMap<string, string> = new Map();
${lines(40)}`,
    },
  ]);
  expect(counts).toEqual({
    productFiles: 5,
    siteLinesMedian: 30,
    siteSlipsPercent: 50,
    siteDynamicImports: 1,
    siteModuleState: 2,
  });
});

it('a count of product files, lines, imports or variables fails beyond its bound, and passes at the bound', () => {
  const bounds: Counts = {
    productFiles: 900,
    siteLinesMedian: 45,
    siteSlipsPercent: 33,
    siteDynamicImports: 50,
    siteModuleState: 4,
  };
  expect(judgeCounts(bounds, bounds).filter(({ isGood }) => !isGood)).toEqual([]);
  const worse = { ...bounds, productFiles: 901, siteLinesMedian: 44, siteSlipsPercent: 33.1 };
  expect(
    judgeCounts(worse, bounds)
      .filter(({ isGood }) => !isGood)
      .map(({ line }) => line),
  ).toEqual([
    'product files: 901, at most 900: beyond it',
    'median lines of the site’s files: 44, at least 45: beyond it',
    'percent of the site’s files with at most 30 lines: 33.1, at most 33: beyond it',
  ]);
});
