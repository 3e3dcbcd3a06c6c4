/**
 * `npm run lighthouse`: Lighthouse's scores of /, /pay and /login for a phone, behind a real nginx with the generated
 * configuration, as the median of five visits.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nginxPart } from '../edge/nginx-part.ts';
import { freePorts } from '../stack/ports.ts';
import { httpUrl } from '../stack/profiles.ts';
import { REPOSITORY, STATE_DIR } from '../stack/repository.ts';
import { runOnce } from '../stack/run-once.ts';
import { isSiteBuilt } from '../stack/site-build.ts';
import { startStack } from '../stack/start-stack.ts';
import { startChromium } from './chromium.ts';
import { median } from './judge.ts';
import { LEAST_SCORES, lighthousePage, type Category, type PageScores } from './lighthouse-page.ts';

const STATE = join(STATE_DIR, 'lighthouse');
/** `--smoke` visits one page once, only to see in CI that the command works. */
const isSmoke = process.argv.includes('--smoke');
const PAGES = isSmoke ? ['/pay'] : ['/', '/pay', '/login'];
const ROUNDS = isSmoke ? 1 : Number(process.argv[2] ?? 5);

interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Serves the site behind nginx with the real API, because these pages make calls that the canned API of `npm run speed` lacks.
 */
async function serve(): Promise<Served> {
  const parts = ['postgres', 'redis', 'restate', 'sandbox', 'api'] as const;
  const stack = await startStack({ profile: 'bench', parts, say: (line) => console.log(line) });
  const [port = 0] = await freePorts(1);
  const dir = join(STATE, 'nginx');
  rmSync(dir, { recursive: true, force: true });
  const url = httpUrl(port);
  const env = { ...stack.env, SITE_URL: url };
  const nginx = nginxPart({ dir, siteDir: join(REPOSITORY, 'apps/web/dist'), port, env });
  const stop = async (): Promise<void> => {
    await nginx.stop();
    await stack.stop();
  };
  try {
    await nginx.start();
    await nginx.ready();
  } catch (fault) {
    await stop();
    throw fault;
  }
  return { url, stop };
}

/** Pages are measured in turn, so that other load on the machine affects all of them. */
async function measure(url: string): Promise<Map<string, PageScores[]>> {
  const [debuggingPort = 0] = await freePorts(1);
  const browser = await startChromium(debuggingPort);
  const rounds = new Map<string, PageScores[]>(PAGES.map((path) => [path, []]));
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const path of PAGES) {
        const page = await lighthousePage(`${url}${path}`, debuggingPort);
        rounds.get(path)?.push(page);
        console.log(`round ${round} ${path}: ${Object.values(page.scores).join(' ')}`);
      }
    }
  } finally {
    await browser.close();
  }
  return rounds;
}

/** Prints a page's line; returns how many of its medians are below the least score. */
function show(path: string, pages: readonly PageScores[]): number {
  const scores = (Object.keys(LEAST_SCORES) as Category[]).map((category) => ({
    category,
    score: median(pages.map((page) => page.scores[category])),
  }));
  const low = scores.filter(({ category, score }) => score < LEAST_SCORES[category]);
  const cells = scores.map(
    ({ category, score }) => `${category} ${score}${score < LEAST_SCORES[category] ? ' LOW' : ''}`,
  );
  console.log(`${path.padEnd(8)} ${cells.join(', ')}`);
  for (const lost of new Set(pages.flatMap((page) => page.lost))) console.log(`           ${lost}`);
  return low.length;
}

mkdirSync(STATE, { recursive: true });
if (!isSiteBuilt())
  await runOnce('apps/web/build/build.ts', { PATH: process.env['PATH'] ?? '' }, join(STATE, 'build.log'));
const { url, stop } = await serve();
let low = 0;
try {
  const rounds = await measure(url);
  for (const [path, pages] of rounds) low += show(path, pages);
  if (isSmoke) low = 0;
  const speeds = [...rounds.values()].flat().map(({ benchmarkIndex }) => benchmarkIndex);
  console.log(`speed of this machine, as Lighthouse found it: ${median(speeds).toFixed(0)}`);
} finally {
  await stop();
}
console.log(
  `lighthouse: median of ${ROUNDS}, ${low === 0 ? 'every figure reached' : `${low} figures too low`}`,
);
// Lighthouse keeps its connection to the browser open for a while.
process.exit(low === 0 ? 0 : 1);
