/** `npm run scripts`: the built pages against the inventory of scripts. `-- --url https://pay.example`: what a host serves against this build. `-- --write`: the page in docs. */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readScriptRecord } from '../../apps/web/build/scripts/script-record.ts';
import { ROUTE_PATHS } from '../../apps/web/src/routes.ts';
import { REPOSITORY } from '../stack/repository.ts';
import { writeResults } from '../test/results.ts';
import { findStrangers, findUnnamed, type ServedSite } from './find-strangers.ts';
import { inventoryPage } from './inventory-page.ts';

const DIST = join(REPOSITORY, 'apps/web/dist');
const PAGE = join(REPOSITORY, 'docs/operations/scripts.md');

const { values } = parseArgs({
  options: { url: { type: 'string' }, write: { type: 'boolean', default: false } },
});

const built: ServedSite = {
  pages: globSync('**/*.html', { cwd: DIST }).map((file) => `/${file}`),
  read: async (path) => (existsSync(join(DIST, path)) ? readFileSync(join(DIST, path), 'utf8') : null),
};

function servedBy(host: string): ServedSite {
  return {
    pages: Object.values(ROUTE_PATHS).filter((path) => path !== ROUTE_PATHS.home),
    async read(path) {
      const response = await fetch(new URL(path, host), { headers: { 'accept-language': 'ar' } });
      return response.ok ? response.text() : null;
    },
  };
}

const record = readScriptRecord(DIST);
const lock = JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8')) as Parameters<
  typeof inventoryPage
>[0];
const page = inventoryPage(lock);
if (values.write) writeFileSync(PAGE, page);
const isOld = !existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page;
const problems = [
  ...(await findStrangers(values.url === undefined ? built : servedBy(values.url), record)),
  ...findUnnamed(record),
  ...(isOld ? ['docs/operations/scripts.md is old: npm run scripts -- --write'] : []),
];
for (const problem of problems) console.log(problem);
writeResults('scripts', {
  passed: problems.length === 0 ? 1 : 0,
  failed: problems.length === 0 ? 0 : 1,
  failures: problems,
});
console.log(
  `scripts: ${Object.keys(record.files).length} files, ${problems.length === 0 ? 'all of them named' : `${problems.length} problems`}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
