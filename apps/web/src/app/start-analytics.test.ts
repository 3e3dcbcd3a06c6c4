import { runBatch } from '@jawhara/contract';
import { usdCents, type RechargeId } from '@jawhara/domain';
import { beforeAll, expect, it, vi } from 'vitest';
import { answer, requestsTo, network } from '../api/test/network.ts';
import { createEventQueue } from '../browser/event-queue.ts';
import { createPageScope } from '../page-scope.ts';
import { startAnalytics } from './start-analytics.ts';
import { MEASURED_AFTER_MS } from '../analytics/page-speed.ts';
import { choosePack } from '../browser/storage/purchase.ts';
import { pageViewId } from '../browser/ids.ts';

const PACK = {
  priceUsdCents: usdCents(999),
  gems: 1_060,
  bonusGems: 60,
  rechargeId: 'p-1' as RechargeId,
  methods: [],
};

function fail(thrown: unknown): void {
  dispatchEvent(new ErrorEvent('error', { error: thrown, message: String(thrown) }));
}

function goTo(address: string): void {
  history.replaceState(null, '', address);
  dispatchEvent(new Event('pushState')); // the router's own event
}

type Params = Readonly<Record<string, string | number>>;

/** All events of one page, from its opening until nothing more was sent. */
let reported: readonly Params[] = [];
let shown: string | null = '';
let view = '';
const named = (name: string): Params[] =>
  reported.filter((one) => one['event_name'] === name || one['event'] === name);

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  network.use(answer(runBatch, new Map()));
  document.body.innerHTML = '<p>the page</p>';
  const page = createPageScope();
  page.get(createEventQueue);
  const early = new TypeError('early and alone');

  // `s_log=1` sends events at once, so that the test waits for no batch.
  history.replaceState(null, '', '/pay?s_log=1');
  choosePack(PACK);
  const pressedAtMs = Date.now();
  while (Date.now() === pressedAtMs) await new Promise((resolve) => setImmediate(resolve));
  view = pageViewId(Date.now()); // as start-up begins the page view
  fail(early);
  startAnalytics(page);
  goTo('/pay?lan=ar');
  goTo('/pay-step');
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('nobody awaited me') }));
  fail(early);
  await vi.advanceTimersByTimeAsync(MEASURED_AFTER_MS);
  await vi.waitFor(
    () => {
      reported = requestsTo(runBatch).flatMap((batch) =>
        (batch['requests'] as unknown as { params: Params }[]).map(({ params }) => params),
      );
      expect(named('performance')).not.toEqual([]);
      expect(named('uncaught_error')).toHaveLength(2);
    },
    { timeout: 60_000, interval: 50 },
  );
  shown = document.body.textContent;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('[APP-15] an uncaught error is reported once, also one from before analytics loaded, and the payer sees nothing of it', () => {
  expect(named('uncaught_error').map((one) => one['str_param2'])).toEqual([
    'TypeError: early and alone',
    'Error: nobody awaited me',
  ]);
  expect(shown).toBe('the page');
});

it('[EVT-01] each page view is reported once, and a press on a gem pack before analytics loaded is reported between the page views, in sequence', () => {
  const funnel = reported.filter(({ event }) => event !== undefined);
  const ext = funnel.map((one) => JSON.parse(String(one['ext'])) as Record<string, unknown>);
  expect(funnel.map(({ event }, nth) => [event, ext[nth]?.['at']])).toEqual([
    ['page_show', 'pay'],
    ['item_click', 'home'],
    ['page_show', 'pay-step'],
  ]);
  const times = funnel.map(({ ts }) => Number(ts));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(funnel.every((one) => one['page_view_id'] === view)).toBe(true);
  expect(ext[1]).toMatchObject({ amount: '9.99', coin: 1_060, good_id: 'p-1' });
});

it('[APP-16] the speed of a page is sent as one report', () => {
  expect(new Set(named('performance').map((one) => one['str_param3'])).size).toBe(1);
  const text = named('performance')
    .map((one) => one['str_param2'])
    .join('');
  expect(JSON.parse(text)).toEqual(expect.any(Array));
});
