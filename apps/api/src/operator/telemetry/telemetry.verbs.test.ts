import {
  addEvent,
  readServerTime,
  reportPageView,
  reportSensorData,
  type SensorReport,
} from '@jawhara/contract';
import { ERROR_EVENT } from '@jawhara/domain';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runOps } from '../../test/run-ops.ts';
import { openShop, type Shop, type Visitor } from '../../test/shop.ts';
import { EXIT } from '../../ops/command.ts';
import { dayFrom, stackResolver, TELEMETRY_VERBS } from './telemetry.verbs.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.db`delete from telemetry_records`);

const TODAY = new Date().toISOString().slice(0, 10);
let nth = 0;

const report = (event: string, pageViewId: string, ext: object | string): SensorReport => ({
  eventUuid: `e-${(nth += 1)}`,
  serverUrl: '',
  ts: null,
  day: '',
  deviceId: 'd',
  pageViewId,
  event,
  ext: typeof ext === 'string' ? ext : JSON.stringify(ext),
  project: '',
});

/** A visitor whose device already has its cookie, as every page has before it reports anything. */
async function visitor(): Promise<Visitor> {
  const one = shop.visitor();
  await one.call(readServerTime, {});
  return one;
}

const tell = (teller: Visitor, ...sent: readonly SensorReport[]) =>
  Promise.all(sent.map((one) => teller.call(reportSensorData, one)));

async function funnel(...words: string[]): Promise<string[]> {
  await shop.app.telemetry.flush();
  const { code, out } = await runOps(shop, 'funnel', ...words);
  expect(code).toBe(EXIT.done);
  return out.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, ' | '));
}

describe('ops funnel', () => {
  it('[EVT-05] ops funnel counts a day’s page views by step, provider and device, and those that ended with a result', async () => {
    const [one, two] = [await visitor(), await visitor()];
    const phone = { device: 'android', provider: '' };
    const paying = { device: 'android', provider: 'checkout-com' };
    const twice = report('page_show', 'pv-1', phone);
    await tell(one, twice, twice, report('page_show', 'pv-1', phone), report('item_click', 'pv-1', phone));
    await tell(one, report('recharge_click', 'pv-1', paying), report('result_show', 'pv-1', paying));
    await tell(two, report('page_show', 'pv-2', { device: 'pc', provider: '' }));
    await tell(two, report('recharge_click', 'pv-2', { device: 'pc', provider: 'adyen' }));
    await one.call(reportPageView, { pageViewId: 'pv-1' });
    await one.call(reportPageView, { pageViewId: 'pv-1' });

    const lines = await funnel();
    expect(lines[0]).toBe(`How far page views came on ${TODAY} UTC`);
    expect(lines.slice(2, 8)).toEqual([
      'page_show | 2 | - | 2 | 3',
      'item_click | 1 | 50 % | 1 | 1',
      'channel_click | 0 | 0 % | 0 | 0',
      'recharge_click | 2 | - | 2 | 2',
      'create_pay_result | 0 | 0 % | 0 | 0',
      'result_show | 1 | - | 1 | 1',
    ]);
    expect(lines).toContain('page_show | - | android | 1 | 1 | 2');
    expect(lines).toContain('recharge_click | checkout-com | android | 1 | 1 | 1');
    expect(lines).toContain('recharge_click | adyen | pc | 1 | 1 | 1');
    expect(lines).toContain('1 page views ended with the result of a payment.');
  });

  it('ops funnel counts unreadable or unknown reported values as other, and shows none of them', async () => {
    await tell(
      await visitor(),
      report('page_show', 'pv-1', 'no JSON at all {"provider":'),
      report('page_show', 'pv-2', { provider: 'نورة\u202e', device: 'هاتف' }),
      report('page_show', 'pv-3', { provider: 'evil-provider', device: 'toaster' }),
      report('page_show', 'pv-4', { nickname: 'نورة "provider"', provider: 'payermax', device: 'ios' }),
      report('no_step', 'pv-5', { provider: 'adyen' }),
    );
    const lines = await funnel();
    expect(lines).toContain('page_show | - | other | 3 | 1 | 3');
    expect(lines).toContain('page_show | payermax | ios | 1 | 1 | 1');
    expect(lines.join('')).not.toMatch(/evil|toaster|نورة|no_step/);
  });

  it('ops funnel shows zeros for a day without page views, and refuses a date that does not exist', async () => {
    await tell(await visitor(), report('page_show', 'pv-1', {}));
    expect((await funnel('--day', '2020-01-01'))[2]).toBe('page_show | 0 | - | 0 | 0');
    expect((await runOps(shop, 'funnel', '--day', '2026-02-30')).code).toBe(EXIT.usage);
    for (const day of ['2026-02-30', 'yesterday', '2026-1-1'])
      expect(v.is(TELEMETRY_VERBS[0].input, { day })).toBe(false);
    expect(dayFrom(new Date('2026-11-15T23:59:59Z'))).toEqual({
      from: new Date('2026-11-15T00:00:00Z'),
      to: new Date('2026-11-16T00:00:00Z'),
    });
  });
});

describe('ops errors', () => {
  const fault = (teller: Visitor, message: string, stack: string) =>
    teller.call(addEvent, {
      name: ERROR_EVENT,
      deviceUuid: 'u',
      version: '1.0.328',
      texts: ['{}', message, stack, '/pay'],
      numbers: [null, null, null, null],
    });

  it('ops errors groups equal reports, and shows the position in the source where a source map exists', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'maps-'));
    mkdirSync(join(directory, 'assets'));
    // By this map, column 5 of the served file is line 7, column 3 of the source.
    const map = { version: 3, sources: ['../../src/pay/اسم.ts'], names: [], mappings: 'IAMA' };
    writeFileSync(join(directory, 'assets/a-1.js.map'), JSON.stringify(map));
    const [one, two] = [await visitor(), await visitor()];
    const message = 'TypeError: «نورة»\u202e is not a function';
    await fault(one, message, 'at f (/assets/a-1.js:1:5)\nat /assets/gone.js:1:9');
    await fault(two, message, 'at f (/assets/a-1.js:1:5)');
    await fault(two, message, 'at f (/assets/a-1.js:9:9)');
    await shop.app.telemetry.flush();
    const { code, out } = await runOps(shop, 'errors', '--maps', directory);
    rmSync(directory, { recursive: true });
    expect(code).toBe(EXIT.done);
    expect(out).toContain('2 times on 2 devices');
    expect(out).toContain('1 times on 1 devices');
    expect(out).toContain('    src/pay/اسم.ts:7:1');
    expect(out).toContain('    at /assets/gone.js:1:9');
    expect(out).not.toContain('\u202e');
    expect((await runOps(shop, 'errors')).out).toContain('at f (/assets/a-1.js:1:5)');
  });

  it('ops errors reports that no page has reported an error when there is none', async () => {
    expect((await runOps(shop, 'errors')).out).toContain('No page told of a fault');
  });

  it('ops errors reads no file outside the folder of source maps', () => {
    const resolve = stackResolver(tmpdir());
    for (const line of ['at /assets/../../etc/passwd.js:1:1', 'at /assets/..js:1:1', 'at x'])
      expect(resolve(line)).toEqual([line]);
  });
});
