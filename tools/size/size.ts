import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../stack/repository.ts';
import { writeResults } from '../test/results.ts';
import { type FirstLoad, firstLoad } from './first-load.ts';
import { PROVIDER_NAMES, providersIn } from './provider-code.ts';
import { hasRoomCode } from './room-code.ts';

const DIST = join(REPOSITORY, 'apps/web/dist');

/** Limits of a page's first load, in kB of 1000 bytes. A page above the target is reported, one above the limit fails. */
const SCRIPT_LIMIT_KB = 85;
/** /pay may be larger: it loads the packs, the payment methods and the state machine of the checkout. */
const PAY_SCRIPT_LIMIT_KB = 90;
const PAY_ROUTES: readonly string[] = ['/pay', '/recharge'];

const BUDGET = [
  { name: 'JS', of: (load: FirstLoad) => load.scriptBytes, targetKb: 80, limitKb: SCRIPT_LIMIT_KB },
  { name: 'HTML+CSS', of: (load: FirstLoad) => load.htmlAndCssBytes, targetKb: 9, limitKb: 11 },
  { name: 'fonts', of: (load: FirstLoad) => load.fontBytes, targetKb: 42, limitKb: 45 },
] as const;

const ROUTE_WIDTH = 24;
const CELL_WIDTH = 20;

const pages = existsSync(DIST) ? pagesWithScripts() : [];
let failed = pages.length === 0 ? 1 : 0;
if (pages.length === 0) console.log('no page in apps/web/dist: run npm run build first');
if (pages.length > 0 && !pages.some(({ route }) => route === '/pay')) {
  console.log('the page the budget is made for, /pay, is missing');
  failed += 1;
}

if (pages.length > 0)
  console.log(
    row(
      'route',
      BUDGET.map(({ name, targetKb, limitKb }) => `${name} ${targetKb}/${limitKb}`),
    ),
  );
for (const { route, load } of pages) {
  const cells = BUDGET.map(({ name, of, targetKb, limitKb: commonKb }) => {
    const kb = of(load) / 1000;
    const limitKb = name === 'JS' && PAY_ROUTES.includes(route) ? PAY_SCRIPT_LIMIT_KB : commonKb;
    if (kb > limitKb) failed += 1;
    return `${kb.toFixed(1)}${kb > limitKb ? ' OVER THE LIMIT' : kb > targetKb ? ' over target' : ''}`;
  });
  console.log(row(route, cells));
}

// No page may load a provider's code at the start. Every provider must be found in some chunk: if one is not, the text by which
// it is recognised has changed and the check proves nothing.
for (const { route, load } of pages) {
  const early = providersIn(DIST, load.scripts);
  if (early.length === 0) continue;
  failed += 1;
  console.log(`${route} loads the card fields of ${early.join(', ')} before anybody wants to pay`);
}
const builtScripts = pages.length === 0 ? [] : globSync('assets/*.js', { cwd: DIST });
const built = providersIn(DIST, builtScripts);
for (const name of PROVIDER_NAMES.filter((one) => pages.length > 0 && !built.includes(one))) {
  failed += 1;
  console.log(`the card fields of ${name} are in no file of the build`);
}

// Room code is loaded by a press on a recipient who is live, or by the room panel of /test.
for (const { route } of pages.filter(({ load }) => hasRoomCode(DIST, load.scripts))) {
  failed += 1;
  console.log(`${route} loads the code of rooms before anybody looks at one`);
}
if (pages.length > 0 && !hasRoomCode(DIST, builtScripts)) {
  failed += 1;
  console.log('the code of rooms is in no file of the build');
}

writeResults('size', { passed: failed === 0 ? 1 : 0, failed: failed === 0 ? 0 : 1 });
console.log(
  `size: ${pages.length} pages, ${failed === 0 ? 'all within the limits, no provider and no room in a first load' : `${failed} over the limit, too early or missing`} (brotli kB, target/limit)`,
);
process.exitCode = failed === 0 ? 0 : 1;

/** Pages without a script of ours, such as the bank's return page, are no routes. */
function pagesWithScripts(): { route: string; load: FirstLoad }[] {
  return globSync('**/*.html', { cwd: DIST })
    .toSorted()
    .map((file) => ({ route: routeOf(file), load: firstLoad(DIST, file) }))
    .filter(({ load }) => load.scripts.some((script) => script.startsWith('assets/')));
}

function routeOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '')}`;
}

function row(first: string, cells: readonly string[]): string {
  return [first.padEnd(ROUTE_WIDTH), ...cells.map((cell) => cell.padEnd(CELL_WIDTH))].join('').trimEnd();
}
