/**
 * `npm run scripts`: compares the scripts of the built pages with the inventory. `-- --url https://pay.example` compares the
 * scripts and security headers that a host serves with this build and the settings of `npm run edge`; a difference is posted to
 * ALERT_WEBHOOK_URL, if set. `-- --write` writes docs/operations/scripts.md.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chatBot } from '../../apps/api/src/alerts/post-alerts.ts';
import { readEdgeSettings } from '../../apps/web/build/edge/edge-settings.ts';
import { inlineScriptsOf } from '../../apps/web/build/edge/read-site.ts';
import { readScriptRecord } from '../../apps/web/build/scripts/script-record.ts';
import { ROUTE_PATHS } from '../../apps/web/src/app/routes.ts';
import { REPOSITORY } from '../stack/repository.ts';
import { writeResults } from '../test/results.ts';
import { expectedHeaders, findHeaderDrift } from './find-header-drift.ts';
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

const SERVED_PAGES = Object.values(ROUTE_PATHS).filter((path) => path !== ROUTE_PATHS.home);

/** Requests a page as a browser would. A host that is down counts as a missing page, not as a failure of this program. */
async function visit(host: string, path: string): Promise<Response | null> {
  try {
    const response = await fetch(new URL(path, host), { headers: { 'accept-language': 'ar' } });
    return response.ok ? response : null;
  } catch {
    return null;
  }
}

function servedBy(host: string): ServedSite {
  return { pages: SERVED_PAGES, read: async (path) => (await visit(host, path))?.text() ?? null };
}

async function driftAt(host: string): Promise<string[]> {
  const expected = expectedHeaders(readEdgeSettings(process.env, DIST), inlineScriptsOf(DIST));
  const headersOf = async (path: string) => {
    const response = await visit(host, path);
    return response && Object.fromEntries(response.headers);
  };
  return findHeaderDrift({ pages: SERVED_PAGES, isHttps: host.startsWith('https:'), headersOf }, expected);
}

async function postAlert(host: string, count: number): Promise<void> {
  const webhook = process.env['ALERT_WEBHOOK_URL'] ?? '';
  if (webhook === '') return;
  const text = `NOW: the pages of ${host} are not what was released, ${count} differences. See docs/operations/security.md`;
  const posted = await chatBot(webhook, 'text').post(text);
  if (posted.kind === 'not-posted') console.log(`the alert could not be posted: ${posted.why}`);
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
  ...(values.url === undefined ? [] : await driftAt(values.url)),
  ...findUnnamed(record),
  ...(isOld ? ['docs/operations/scripts.md is old: npm run scripts -- --write'] : []),
];
for (const problem of problems) console.log(problem);
if (values.url !== undefined && problems.length > 0) await postAlert(values.url, problems.length);
writeResults('scripts', {
  passed: problems.length === 0 ? 1 : 0,
  failed: problems.length === 0 ? 0 : 1,
  failures: problems,
});
console.log(
  `scripts: ${Object.keys(record.files).length} files, ${problems.length === 0 ? 'all of them named' : `${problems.length} problems`}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
