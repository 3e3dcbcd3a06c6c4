import { addEvent, reportSensorData, runBatch, type WireObject } from '@jawhara/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, requestsTo, network } from '../api/test/network.ts';
import { visitFacts } from '../browser/link.ts';
import { BATCH_AFTER_MS } from './create-outbox.ts';
import { createPageScope } from '../page-scope.ts';
import { createTracker, type Tracker } from './track.ts';

const SAID = { open_id: 'o-1', act_from: 'ad', act_load_id: 'l-1', redirect_from: 'tinyurl' };
const LINK = `?${new URLSearchParams({ ...SAID, uuid: 'dev-9' }).toString()}`;

interface Part {
  readonly path: string;
  readonly params: Readonly<Record<string, string | number>>;
}
const sent = (): Part[] =>
  requestsTo(runBatch).flatMap((batch: WireObject) => batch['requests'] as unknown as Part[]);

let page: Tracker;

beforeEach(async () => {
  page = createTracker(createPageScope());
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/pay');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  network.use(answer(runBatch, new Map()));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Sends an event of every kind. */
async function tellEverything(): Promise<void> {
  page.trackMoment({ step: 'page_show', at: 'pay' }, Date.now());
  await page.trackFault({ message: 'm', stack: 's' });
  await page.trackEvent('anything');
  page.trackSpeed([{ name: '/assets/a.js', type: 'resource', start: 1, ms: 2 }]);
}
const NAMES = ['page_show', expect.any(String) as string, 'anything', 'performance'];

/** The link's facts in an event. */
const linkIn = ({ path, params }: Part): unknown =>
  JSON.parse(String(params[path === reportSensorData.path ? 'ext' : 'str_param1']));
const deviceIn = ({ path, params }: Part): unknown =>
  params[path === reportSensorData.path ? 'h5_deviceid' : 'uuid'];
const nameOf = ({ params }: Part): unknown => params['event'] ?? params['event_name'];

it('[APP-21] open_id, act_from, act_load_id, redirect_from and the device id uuid are sent with every event', async () => {
  // On later pages of the visit the address lacks the link's facts.
  visitFacts({ search: LINK, hash: '' });
  await tellEverything();
  await vi.advanceTimersByTimeAsync(BATCH_AFTER_MS);
  await vi.waitFor(() => expect(sent().map(nameOf)).toEqual(NAMES));
  expect(new Set(sent().map(({ path }) => path))).toEqual(new Set([reportSensorData.path, addEvent.path]));
  for (const part of sent()) {
    expect(linkIn(part)).toMatchObject(SAID);
    expect(deviceIn(part)).toBe('dev-9');
  }
});

it('[APP-21] with the parameter log in the link every event is printed to the console, without it none is', async () => {
  const print = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  await tellEverything();
  expect(print).not.toHaveBeenCalled();
  visitFacts({ search: '?log=1', hash: '' });
  await tellEverything();
  expect(print.mock.calls.map(([, name]) => name as unknown)).toEqual(NAMES);
});

it('[APP-21] with the parameter s_log in the link events are sent at once; without it they wait for their batch', async () => {
  await page.trackEvent('waits');
  await vi.advanceTimersByTimeAsync(BATCH_AFTER_MS - 1);
  expect(sent()).toEqual([]);
  visitFacts({ search: '?s_log=1', hash: '' });
  await page.trackEvent('goes');
  await vi.waitFor(() => expect(sent().map(nameOf)).toEqual(['waits', 'goes']));
});

it('long link values are shortened, and the event stays within the server’s limit', async () => {
  const odd = '"\\'.repeat(200);
  visitFacts({ search: `?${new URLSearchParams({ open_id: odd, act_from: odd }).toString()}`, hash: '' });
  history.replaceState(null, '', `/pay?room_id=${'7'.repeat(5_000)}`);
  await page.trackEvent('anything');
  await vi.advanceTimersByTimeAsync(BATCH_AFTER_MS);
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(String(sent()[0]?.params['str_param1']).length).toBeLessThan(2_000);
});
