import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { probeHost, probeHostOfApp, readPosition, runBatch } from '@jawhara/contract';
import type { Page, Request } from '@playwright/test';
import { REPOSITORY } from '../../tools/stack/repository.ts';
import { database, ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { operator } from '../operator.ts';
import type { Payer } from '../payer.ts';

const ANALYTICS = `**${runBatch.path}`;

interface StoredEvent {
  readonly name: string;
  readonly at: string;
  readonly ext: Record<string, string | number>;
  readonly view: string;
}

/** The stored funnel events of this device, by time. */
async function funnelOf(device: string): Promise<StoredEvent[]> {
  const rows = await database()<{ name: string; body: Record<string, string> }[]>`
    select distinct on (body->>'eventUuid') name, body from telemetry_records
    where device = ${device} and kind = 'sensor' order by body->>'eventUuid'`;
  return rows
    .toSorted((a, b) => Number(a.body['ts']) - Number(b.body['ts']))
    .map(({ name, body }) => {
      const ext = JSON.parse(body['ext'] ?? '{}') as StoredEvent['ext'];
      return { name, at: String(ext['at']), ext, view: body['pageViewId'] ?? '' };
    });
}

async function viewsEnded(device: string): Promise<string[]> {
  const rows = await database()<{ view: string }[]>`
    select distinct body->>'pageViewId' as view from telemetry_records where device = ${device} and kind = 'page-view'`;
  return rows.map(({ view }) => view);
}

async function buy(payer: Payer): Promise<void> {
  await payer.page.goto('/pay?act_from=ad-7&open_id=o-9');
  await payer.chooseRecipient('3310457');
  await payer.choosePack(999);
  await payer.openFields();
  await payer.payByCard('frictionless');
  await payer.seeSuccess();
}

/** The events of a purchase, in order, each with the page that sends it. */
const GOLDEN = [
  ['page_show', 'pay'],
  ['item_click', 'home'],
  ['recharge_click', 'home'],
  ['page_show', 'pay-step'],
  ['recharge_click', 'new-card'],
  ['create_pay_result', 'placing'],
  ['result_show', 'result'],
];

test(
  '[EVT-01] [EVT-03] [EVT-05] a purchase stores exactly the specified analytics events, with all their fields',
  { tag: '@phone' },
  async ({ payer, device, page }) => {
    await buy(payer);
    const orderId = payer.orderId;
    // Leaving the page sends the waiting events by beacon.
    await page.goto('about:blank');
    await expect.poll(async () => (await funnelOf(device)).length).toBe(GOLDEN.length);
    const events = await funnelOf(device);
    expect(events.map(({ name, at }) => [name, at])).toEqual(GOLDEN);
    expect(new Set(events.map(({ view }) => view)).size).toBe(1);
    for (const { ext } of events)
      expect(ext).toMatchObject({
        login_state: 'signed_out',
        display_uid: '',
        act_from: 'ad-7',
        open_id: 'o-9',
        device: 'pc',
      });
    const [, item, press, , confirmed, answer, result] = events.map(({ ext }) => ext);
    const goods = {
      amount: '9.99',
      coin: 1060,
      good_id: expect.stringMatching(/./),
      to_display_uid: '3310457',
    };
    for (const ext of [item, press, confirmed, answer, result]) expect(ext).toMatchObject(goods);
    for (const ext of [press, confirmed, answer, result])
      expect(ext).toMatchObject({ pay_type: 23, provider: 'checkout-com' });
    expect(answer).toMatchObject({ order_id: orderId, result: 'paid' });
    expect(result).toMatchObject({ order_id: orderId, result: 'success' });
    await expect.poll(() => viewsEnded(device)).toEqual([events[0]?.view]);
    const printed = await operator('funnel');
    for (const [step] of GOLDEN) expect(printed).toMatch(new RegExp(`^${step} +[1-9]`, 'm'));
    expect(printed).toMatch(/result_show +checkout-com +pc +[1-9]/);
  },
);

/** Every call the page makes during a purchase, except the sending of events. */
function recordCalls(page: Page): string[] {
  const calledPaths: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== runBatch.path) calledPaths.push(pathname);
  });
  return calledPaths;
}

/** Calls that do not belong to the purchase: those of the start-up if its batch fails, and those that test other hosts. */
const STARTING_UP: readonly string[] = [readPosition.path, probeHost.path, probeHostOfApp.path];

/** Each path once: the number of polls depends on the bank, not on the page. */
function steps(calledPaths: readonly string[]): string[] {
  return [...new Set(calledPaths)].filter((path) => !STARTING_UP.includes(path)).toSorted();
}

test.describe('purchases while analytics fails', { tag: '@phone' }, () => {
  const OUTAGES = {
    dead: (page: Page) => page.route(ANALYTICS, (route) => route.abort()),
    'answering 500': (page: Page) =>
      page.route(ANALYTICS, (route) => route.fulfill({ status: 500, body: 'no' })),
    slow: (page: Page) =>
      page.route(ANALYTICS, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        await route.fulfill({ status: 500 }).catch(() => undefined);
      }),
  };
  let well: { readonly calledPaths: string[]; readonly ms: number } | null = null;

  async function timed(payer: Payer): Promise<{ calledPaths: string[]; ms: number }> {
    const calledPaths = recordCalls(payer.page);
    const began = performance.now();
    await buy(payer);
    return { calledPaths: steps(calledPaths), ms: performance.now() - began };
  }

  test.describe.configure({ mode: 'serial' });

  test('a purchase with working analytics succeeds, and takes the time that the tests below compare with', async ({
    payer,
  }) => {
    well = await timed(payer);
  });

  for (const [what, breakThem] of Object.entries(OUTAGES)) {
    test(`[EVT-04] a purchase while analytics is ${what} makes the same calls as with working analytics and takes no longer`, async ({
      payer,
      page,
      device,
      complaints,
    }) => {
      complaints.allow(/batch_request|Failed to load resource/);
      const batches: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === runBatch.path) batches.push(request.method());
      });
      await breakThem(page);
      const { calledPaths, ms } = await timed(payer);
      expect(calledPaths).toEqual(well?.calledPaths);
      // Slow analytics answers after ten seconds: a purchase that waited for an answer would take that much longer. Half as long
      // again is allowed for the variation of a run.
      expect(ms).toBeLessThan(1.5 * (well?.ms ?? 0) + 9_000);
      expect(batches.length).toBeLessThanOrEqual(6);
      expect((await ordersOf(device)).map(({ state }) => state)).toEqual(['delivered']);
    });
  }
});

test(
  '[APP-15] [EVT-02] an uncaught error is not shown, is reported once, and its source line is found by the private source map',
  { tag: '@phone' },
  async ({ page, device, complaints }) => {
    complaints.allow(/jawhara-test-fault|is not a function|Cannot/);
    const dist = join(REPOSITORY, 'apps/web/dist');
    const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
      string,
      { readonly file: string }
    >;
    const file = manifest['src/app/after-first-paint.ts']?.file ?? '';
    await page.goto('/pay');
    await expect(page.getByTestId('pack-999')).toBeVisible();
    // The page's own code throws an unexpected error, twice.
    await page.evaluate(async (address) => {
      const { startAfterFirstPaint } = (await import(address)) as {
        startAfterFirstPaint: () => Promise<void>;
      };
      document.addEventListener = null as never;
      for (let nth = 0; nth < 2; nth += 1) void startAfterFirstPaint();
      delete (document as { addEventListener?: unknown }).addEventListener;
    }, `/${file}`);
    const faults = (): Promise<{ body: Record<string, string> }[]> =>
      database()`select body from telemetry_records where device = ${device} and name = 'uncaught_error'`;
    await expect.poll(async () => (await faults()).length).toBe(1);
    await expect(page.getByTestId('pack-999')).toBeVisible();
    expect(await page.locator('body').innerText()).not.toMatch(/not a function|TypeError/);
    const [{ body } = { body: {} as Record<string, string> }] = await faults();
    expect(body['text3']).toContain(`/${file}:`);
    expect(JSON.parse(body['text1'] ?? '{}')).toMatchObject({
      op: 'uncaught_error',
      tk: '',
      proj: 'official website',
    });

    for (const path of [`/${file}.map`, `/../dist-maps/${file}.map`])
      expect((await page.request.get(path)).status()).toBe(404);
    expect(await (await page.request.get(`/${file}`)).text()).not.toContain('sourceMappingURL');
    const printed = await operator('errors', '--maps', join(REPOSITORY, 'apps/web/dist-maps'));
    expect(printed).toMatch(/src\/app\/after-first-paint\.ts:\d+:\d+/);
  },
);
