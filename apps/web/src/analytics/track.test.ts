import { addEvent, reportPageView, reportSensorData, runBatch, type WireObject } from '@jawhara/contract';
import {
  accountId,
  usdCents,
  type DisplayId,
  type FunnelMoment,
  type OrderId,
  type RechargeId,
} from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, requestsTo, network } from '../api/test/network.ts';
import { PAGE_VIEW_LASTS_MS, pageViewId } from '../browser/ids.ts';
import { storedLogin } from '../browser/storage/login.ts';
import { storedRecipient } from '../browser/storage/recipients.ts';
import { storedUsageObjection } from '../browser/storage/device.ts';
import { BATCH_AFTER_MS } from './create-outbox.ts';
import { createEventLog, createTracker, type EventLog, type Tracker } from './track.ts';
import { sessionDigest } from './page-event.ts';
import { createPageScope } from '../page-scope.ts';

const KEY = 'a3f1'.repeat(16);
const ORDER = '019a8b5e-7c00-7000-8000-0123456789ab' as OrderId;
const OTHER = '019a8b5e-7c00-7000-8000-0123456789ac' as OrderId;
const FACE = {
  accountId: accountId(1001),
  displayId: '5048213' as DisplayId,
  nickname: 'نورة',
  iconUrl: null,
};
const result = (orderId: OrderId, outcome: string): FunnelMoment => ({
  step: 'result_show',
  at: 'result',
  orderId,
  result: outcome,
});

interface Part {
  readonly path: string;
  readonly method: string;
  readonly params: Readonly<Record<string, string | number>>;
}

const partsOf = (batch: WireObject | undefined): Part[] => (batch?.['requests'] ?? []) as unknown as Part[];

/** All events reported so far, after their batches were sent. */
async function reported(): Promise<Part[]> {
  await vi.advanceTimersByTimeAsync(BATCH_AFTER_MS);
  await vi.waitFor(() => expect(requestsTo(runBatch)).not.toHaveLength(0));
  return requestsTo(runBatch).flatMap(partsOf);
}

/** Every test has its own tracker, so that no event of another test is queued in it. */
let page: Tracker & { readonly eventLog: EventLog['events'] };
const beacon = vi.fn<(url: string, body: Blob) => boolean>(() => true);

beforeEach(async () => {
  const scope = createPageScope();
  page = { ...createTracker(scope), eventLog: scope.get(createEventLog).events };
  navigator.sendBeacon = beacon as never;
  beacon.mockClear();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/pay');
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 15, 10), toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  network.use(answer(runBatch, new Map()));
});
afterEach(() => void vi.useRealTimers());

describe('a step of the funnel', () => {
  it('[EVT-01] [EVT-03] a funnel event has page view, device, login, display ids, amount, gems and gem pack', async () => {
    history.replaceState(
      null,
      '',
      '/pay?open_id=o-1&act_from=ad&act_load_id=l-1&redirect_from=tinyurl&uuid=dev-9',
    );
    storedLogin.write({
      sessionKey: KEY,
      account: { ...FACE, displayId: '900700' as DisplayId },
      storedAtMs: 1,
    });
    storedRecipient.write(FACE);
    const view = pageViewId(Date.now());
    const goods = {
      amount: usdCents(999),
      gems: 1_060,
      goodId: 'pack_10' as RechargeId,
      payType: 23,
    } as const;
    page.trackMoment({ step: 'recharge_click', at: 'home', ...goods }, Date.now());
    const [part] = await reported();
    expect(part).toMatchObject({ method: 'POST', path: reportSensorData.path });
    expect(part?.params).toEqual({
      s_event_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      server_url: location.origin,
      ts: Date.UTC(2026, 10, 15, 10),
      day: '20261115',
      h5_deviceid: 'dev-9',
      page_view_id: view,
      event: 'recharge_click',
      ext: expect.any(String) as string,
      project: 'official website',
    });
    expect(JSON.parse(String(part?.params['ext']))).toEqual({
      login_state: 'signed_in',
      display_uid: '900700',
      to_display_uid: '5048213',
      device: 'pc',
      amount: '9.99',
      coin: 1_060,
      good_id: 'pack_10',
      pay_type: 23,
      provider: 'checkout-com',
      at: 'home',
      order_id: '',
      result: '',
      open_id: 'o-1',
      act_from: 'ad',
      act_load_id: 'l-1',
      redirect_from: 'tinyurl',
    });
    expect(page.eventLog().at(-1)).toMatchObject({ name: 'recharge_click', fields: { good_id: 'pack_10' } });
  });

  it('[EVT-01] each funnel event has a later time than the event before, also when both were made in one millisecond', async () => {
    const now = Date.now();
    page.trackMoment({ step: 'recharge_click', at: 'home' }, now);
    page.trackMoment({ step: 'page_show', at: 'pay-step' }, now);
    page.trackMoment({ step: 'recharge_click', at: 'new-card' }, now + 7);
    expect((await reported()).map(({ params }) => params['ts'])).toEqual([now, now + 1, now + 7]);
  });

  it('a funnel event is printed when the link has the parameter log, and sent at once when it has s_log', async () => {
    const print = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    history.replaceState(null, '', '/pay?log=1&s_log=1');
    page.trackMoment({ step: 'page_show', at: 'pay' }, Date.now());
    expect(print).toHaveBeenCalledWith('event', 'page_show', expect.objectContaining({ at: 'pay' }));
    await vi.waitFor(() => expect(requestsTo(runBatch)).toHaveLength(1));
    print.mockRestore();
  });

  it('a funnel event contains no session key or card number from the link', async () => {
    history.replaceState(null, '', `/pay?act_from=${KEY}&open_id=4242424242424242`);
    page.trackMoment({ step: 'page_show', at: 'pay' }, Date.now());
    const text = JSON.stringify(await reported());
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('4242424242424242');
  });
});

describe('an event of the page', () => {
  it('[EVT-02] a page event has name, device and version, and as text account, page address, room and a digest of the session key', async () => {
    history.replaceState(null, '', `/pay?room_id=77&session_key=${KEY}`);
    storedLogin.write({ sessionKey: KEY, account: FACE, storedAtMs: 1 });
    await page.trackEvent('offline_visit', 'for 3 s');
    const [part] = await reported();
    expect(part?.path).toBe(addEvent.path);
    expect(part?.params).toMatchObject({
      event_name: 'offline_visit',
      uuid: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      version: __SITE_VERSION__,
      str_param2: 'for 3 s',
      str_param4: '/pay',
    });
    const digest = await sessionDigest(KEY);
    expect(digest).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.parse(String(part?.params['str_param1']))).toEqual({
      uid: 1001,
      op: 'offline_visit',
      tk: digest,
      ua: navigator.userAgent,
      proj: 'official website',
      href: `${location.origin}/pay?room_id=77&session_key=[removed]`,
      rid: '77',
    });
    expect(JSON.stringify(part)).not.toContain(KEY);
  });

  it('[APP-16] the speed report has at most 50 entries, sent in at most 50 chunks of 300 characters', async () => {
    const entries = Array.from({ length: 80 }, (_, i) => ({
      name: `/assets/${i}.js`,
      type: 'resource',
      start: i,
      ms: 2,
    }));
    page.trackSpeed(entries);
    await vi.advanceTimersByTimeAsync(3 * BATCH_AFTER_MS);
    const chunks = (await reported()).map(({ params }) => params);
    expect(chunks.every((one) => one['event_name'] === 'performance')).toBe(true);
    expect(chunks.every((one) => String(one['str_param2']).length <= 300)).toBe(true);
    expect(JSON.parse(chunks.map((one) => one['str_param2']).join(''))).toEqual(entries.slice(0, 50));
    page.trackSpeed([{ name: 'x'.repeat(100_000), type: 'resource', start: 0, ms: 0 }]);
    expect(page.eventLog().at(-1)?.fields).toMatchObject({ chunks: 50 });
    page.flushBeforeLeaving(true); // leaves no event queued for later tests
  });
});

describe('after the result of a payment', () => {
  const views = (parts: readonly Part[]): unknown[] =>
    parts.filter(({ path }) => path === reportPageView.path).map(({ params }) => params['page_view_id']);

  it('[EVT-05] [APP-13] the first result of a paid order reports its page view and begins a new one; a repeated result does neither', async () => {
    const first = pageViewId(Date.now());
    page.trackMoment(result(ORDER, 'success'), Date.now());
    const second = pageViewId(Date.now());
    expect(second).not.toBe(first);
    page.trackMoment(result(ORDER, 'success'), Date.now());
    expect(pageViewId(Date.now())).toBe(second);
    const parts = await reported();
    expect(views(parts)).toEqual([first]);
    expect(parts[0]?.params).toMatchObject({ event: 'result_show', page_view_id: first });
    expect(parts[2]?.params).toMatchObject({ event: 'result_show', page_view_id: second });
  });

  it('[APP-13] a failed payment reports its page view and keeps its id, and a new page view begins after twenty minutes', async () => {
    const began = Date.now();
    const first = pageViewId(began);
    page.trackMoment(result(OTHER, 'balance'), Date.now());
    expect(pageViewId(Date.now())).toBe(first);
    expect(views(await reported())).toEqual([first]);
    vi.setSystemTime(began + PAGE_VIEW_LASTS_MS - 1);
    expect(pageViewId(Date.now())).toBe(first);
    vi.setSystemTime(began + PAGE_VIEW_LASTS_MS);
    expect(pageViewId(Date.now())).not.toBe(first);
  });
});

describe('a visitor who objects to records', () => {
  it('a visitor who objects to analytics is not recorded, also on leaving, and the page view id is still renewed', async () => {
    page.trackMoment({ step: 'page_show', at: 'pay' }, Date.now());
    storedUsageObjection.write(true);
    const before = page.eventLog().length;
    const first = pageViewId(Date.now());
    page.trackMoment(result(ORDER, 'success'), Date.now());
    await page.trackFault({ message: 'm', stack: '' });
    await page.trackEvent('anything');
    page.trackSpeed([]);
    page.flushBeforeLeaving(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requestsTo(runBatch)).toHaveLength(0);
    expect(beacon).not.toHaveBeenCalled();
    expect(page.eventLog()).toHaveLength(before);
    expect(pageViewId(Date.now())).not.toBe(first);
  });
});

it('when the page is left, waiting events are sent by beacon as one JSON batch', async () => {
  page.trackMoment({ step: 'page_show', at: 'pay' }, Date.now());
  page.flushBeforeLeaving(true);
  const [url, body] = beacon.mock.calls[0] ?? ['', new Blob()];
  expect(url).toBe(runBatch.path);
  expect(body.type).toBe('application/json');
  expect(partsOf(JSON.parse(await body.text()) as WireObject)).toMatchObject([
    { params: { event: 'page_show' } },
  ]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requestsTo(runBatch)).toHaveLength(0);
});
