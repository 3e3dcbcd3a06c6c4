import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { shop } from '../addresses.ts';
import { arabicWord } from '../arabic-word.ts';
import { expect, test } from '../fixtures.ts';

interface Host {
  readonly url: string;
  /** A path that is answered with this error status; null: all files are served. */
  missing: { readonly path: string; readonly status: number } | null;
  readonly requestedPaths: string[];
  stop(): void;
}

/** A host of the shop on which a file can be missing, for the page and for its worker. */
async function startHost(): Promise<Host> {
  const { hostname, port } = new URL(shop().siteUrl);
  const requestedPaths: string[] = [];
  const server: Server = createServer((request, response) => {
    const { method, url: path = '/', headers } = request;
    requestedPaths.push(path);
    if (host.missing?.path === path) {
      response.writeHead(host.missing.status).end('not here');
      return;
    }
    const onwards = httpRequest({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onwards.on('error', () => response.destroy());
    request.pipe(onwards);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host: Host = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    missing: null,
    requestedPaths,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  return host;
}

/** The path of a script that the fines screen needs and the start screen does not. */
async function chunkOfFines(page: Page, host: Host): Promise<string> {
  const scripts = async (path: string): Promise<string[]> => {
    host.requestedPaths.length = 0;
    await page.goto(`${host.url}${path}`, { waitUntil: 'networkidle' });
    return host.requestedPaths.filter((one) => /^\/assets\/.*\.js$/.test(one));
  };
  const start = new Set(await scripts('/'));
  const chunk = (await scripts('/fines')).find((one) => !start.has(one));
  if (chunk === undefined) throw new Error('the screen of fines has no chunk of its own');
  return chunk;
}

const storedStatus = (page: Page, path: string): Promise<number | null> =>
  page.evaluate(async (cachedPath) => (await caches.match(cachedPath))?.status ?? null, path);

for (const status of [404, 429, 502]) {
  test(
    `when a file answers ${status} while the service worker installs, the file’s screen works on the next visit, offline too`,
    { tag: '@phone' },
    async ({ browser, complaints }) => {
      complaints.allow(/./);
      const host = await startHost();
      const blocked = await browser.newContext({ serviceWorkers: 'block' });
      const context = await browser.newContext({ serviceWorkers: 'allow' });
      try {
        const path = await chunkOfFines(await blocked.newPage(), host);
        host.missing = { path, status };
        const page = await context.newPage();
        await page.goto(`${host.url}/`);
        await expect.poll(() => host.requestedPaths.includes(path)).toBe(true);
        // The installation has ended, with or without success.
        await expect
          .poll(() =>
            page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing ?? null),
          )
          .toBeNull();
        expect(await storedStatus(page, path)).toBeNull();

        host.missing = null;
        await page.goto(`${host.url}/fines`);
        const shown = page.getByText(arabicWord('fine.lead')).first();
        await expect(shown).toBeVisible();
        await expect(page.getByText(arabicWord('app.loadFailed'))).toHaveCount(0);
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        expect(await storedStatus(page, path)).toBe(200);

        await context.setOffline(true);
        await page.reload();
        await expect(shown).toBeVisible();
      } finally {
        await blocked.close();
        await context.close();
        host.stop();
      }
    },
  );
}
