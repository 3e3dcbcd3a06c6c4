import {
  addEvent,
  performanceEvents,
  reportPageView,
  reportSensorData,
  reportTrace,
  type TelemetryEvent,
} from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { developmentCookieHeader } from '../../../../tools/stack/development-device.ts';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const event = (name: string, more: Partial<TelemetryEvent> = {}): TelemetryEvent => ({
  name,
  deviceUuid: 'u-1',
  version: '1.0.328',
  texts: ['', '', '', ''],
  numbers: [null, null, null, null],
  ...more,
});

interface Row {
  kind: string;
  name: string;
  device: string;
  order_id: string | null;
  body: Record<string, string | number | null>;
}

async function written(name: string): Promise<Row[]> {
  await shop.app.telemetry.flush();
  return shop.db<Row[]>`
    select kind, name, device, order_id, body from telemetry_records where name = ${name} order by id`;
}

const KEY = '9f'.repeat(32);

describe('telemetry events', () => {
  it('[EVT-02] an event is stored with all its fields', async () => {
    const sent = event('page_show', { texts: ['{"uid":5}', 'b', 'c', 'd'], numbers: [1, -2, 3, null] });
    expect((await shop.visitor().call(addEvent, sent)).value).toEqual({});
    const [row] = await written('page_show');
    expect(row).toMatchObject({
      kind: 'event',
      body: {
        deviceUuid: 'u-1',
        version: '1.0.328',
        text1: '{"uid":5}',
        text4: 'd',
        number2: -2,
        number4: null,
      },
    });
  });

  it('[EVT-02] an event sent by GET, as the specification has it, is stored', async () => {
    const query = 'event_name=by_get&uuid=u&version=1&str_param1=x&int_param1=7';
    const response = await fetch(`${shop.apiUrl}${addEvent.path}?${query}`);
    expect(await response.json()).toMatchObject({ result: 0 });
    expect((await written('by_get'))[0]?.body).toMatchObject({ text1: 'x', number1: 7 });
  });

  it('[EVT-02] a session key in an event’s tk field is stored as a digest, and a digest is stored unchanged', async () => {
    const visitor = shop.visitor();
    for (const tk of [KEY, '0123456789abcdef', 'short-key'])
      await visitor.call(addEvent, event('with_tk', { texts: [JSON.stringify({ uid: 1, tk }), '', '', ''] }));
    const rows = await written('with_tk');
    const storedTokens = rows.map(({ body }) => (JSON.parse(String(body['text1'])) as { tk: string }).tk);
    expect(storedTokens).toEqual([
      expect.stringMatching(/^[0-9a-f]{16}$/),
      '0123456789abcdef',
      expect.stringMatching(/^[0-9a-f]{16}$/),
    ]);
    expect(JSON.stringify(rows)).not.toContain(KEY);
    expect(JSON.stringify(rows)).not.toContain('short-key');
  });

  it('session keys and tokens in an event are neither stored nor logged', async () => {
    const href = `https://shop.example/pay?session_key=${KEY}&lan=ar`;
    await shop
      .visitor()
      .call(
        addEvent,
        event('leaky', { texts: [JSON.stringify({ href }), `bare ${KEY}`, 'tok_abcdefgh1234', 'ok'] }),
      );
    const text = JSON.stringify(await written('leaky'));
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('tok_abcdefgh1234');
    expect(text).toContain('lan=ar');
    expect(shop.log()).not.toContain(KEY);
  });

  it('an event with a card number is refused and not stored', async () => {
    const called = await shop
      .visitor()
      .call(addEvent, event('carded', { texts: ['4242424242424242', '', '', ''] }));
    expect(called).toMatchObject({ status: 400, refusal: 'card-data' });
    expect(await written('carded')).toEqual([]);
  });

  it.each([
    ['no name', {}],
    ['a name that is none', { event_name: 'a b<script>' }],
    ['a wrong type', { event_name: 'x', int_param1: 'many' }],
    ['a text that is too long', { event_name: 'x', str_param1: 'y'.repeat(2_001) }],
  ])('an event with %s is refused', async (_what, body) => {
    const response = await fetch(`${shop.apiUrl}${addEvent.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
  });

  it('an event with a null byte or half a Unicode character is stored', async () => {
    await shop.visitor().call(addEvent, event('odd', { texts: ['a\u0000b', 'half \ud83d pair', '', ''] }));
    const [row] = await written('odd');
    expect(row?.body['text1']).toBe('ab');
  });

  it('[APP-16] a performance report is stored in chunks of at most 300 characters, with at most 50 entries', async () => {
    const entries = Array.from({ length: 60 }, (_, i) => ({ name: `mark-${i}`, startTime: i * 1.5 }));
    const visitor = shop.visitor();
    const page = { deviceUuid: 'u-1', version: '1.0.328', reportId: 'r-1' };
    for (const one of performanceEvents(page, entries)) await visitor.call(addEvent, one);
    const rows = await written('performance');
    expect(rows.map(({ body }) => body['number1'])).toEqual(rows.map((_, i) => i));
    expect(rows.every(({ body }) => String(body['text2']).length <= 300)).toBe(true);
    expect(JSON.parse(rows.map(({ body }) => body['text2']).join(''))).toEqual(entries.slice(0, 50));
  });
});

describe('telemetry reports', () => {
  it('[EVT-03] a report of the analytics library is stored without session keys, and the answer sets no cookie', async () => {
    const response = await fetch(`${shop.apiUrl}${reportSensorData.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-account-token': KEY,
        cookie: developmentCookieHeader('e'.repeat(64)),
      },
      body: JSON.stringify({
        s_event_uuid: 'e-1',
        server_url: 'https://analytics.example',
        ts: 1_794_000_000_000,
        day: 20_261_115,
        h5_deviceid: 'd-1',
        page_view_id: 'p-1',
        event: 'recharge_click',
        ext: { amount: '9.99', skey: KEY },
        project: 'official website',
      }),
    });
    expect(await response.json()).toMatchObject({ result: 0 });
    expect(response.headers.getSetCookie()).toEqual([]);
    const [row] = await written('recharge_click');
    expect(row).toMatchObject({ kind: 'sensor', body: { pageViewId: 'p-1', day: '20261115' } });
    expect(row?.body['ext']).toContain('9.99');
    expect(JSON.stringify(row)).not.toContain(KEY);
  });

  it('reported page views and traces are stored with the device, and traces also with the order', async () => {
    const visitor = shop.visitor();
    const orderId = '019a8b5e-7c00-7000-8000-0123456789ab' as OrderId;
    await visitor.call(reportPageView, { pageViewId: 'pv-7' });
    await visitor.call(reportTrace, { orderId, data: '{"step":"3ds"}' });
    await visitor.call(reportTrace, { orderId: null, data: 'position failed' });
    const [view] = await written('page-view');
    const traces = await written('trace');
    expect(view).toMatchObject({ kind: 'page-view', body: { pageViewId: 'pv-7' } });
    expect(traces.map(({ order_id }) => order_id)).toEqual([orderId, null]);
    expect(new Set([view, ...traces].map((row) => row?.device)).size).toBe(1);
  });

  it('[APP-14] a trace of a failed position request sent to /api/order/tmp_report/ is stored', async () => {
    const data = '{"step":"position","tries":5,"result":-2}';
    const query = new URLSearchParams({ data });
    const response = await fetch(`${shop.apiUrl}/api/order/tmp_report/?${query.toString()}`);
    expect(await response.json()).toMatchObject({ result: 0 });
    const traces = await written('trace');
    expect(traces.filter(({ body }) => body['data'] === data)).toHaveLength(1);
  });

  it.each([reportSensorData.path, reportTrace.path])(
    'a report sent to %s without its fields is refused',
    async (path) => {
      const response = await fetch(`${shop.apiUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ result: 22001 });
    },
  );
});

it('telemetry that is waiting is written when the server stops', async () => {
  const closing = await openShop();
  try {
    await closing.visitor().call(addEvent, event('last_words'));
    const waiting = await closing.db`select from telemetry_records`;
    expect(waiting).toHaveLength(0);
    await closing.app.server.close();
    expect(await closing.db`select from telemetry_records where name = 'last_words'`).toHaveLength(1);
  } finally {
    await closing.close();
  }
});
