import {
  addEvent,
  NO_USAGE_HEADER,
  reportPageView,
  reportSensorData,
  reportTrace,
  runBatch,
} from '@jawhara/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop, type Visitor } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const OBJECTS = { [NO_USAGE_HEADER]: '1' };
const EVENT = {
  name: 'objected',
  deviceUuid: 'u-1',
  version: '1.0.328',
  texts: ['', '', '', ''],
  numbers: [null, null, null, null],
} as const;
const SENSOR = {
  eventUuid: 'e',
  serverUrl: '',
  ts: null,
  day: '',
  deviceId: '',
  pageViewId: 'p',
  ext: '',
  project: '',
};

/** Sends one report of each kind about how the page is used. */
async function tellAll(visitor: Visitor, headers: Record<string, string>): Promise<(string | null)[]> {
  const answers = [
    await visitor.call(addEvent, EVENT, headers),
    await visitor.call(reportPageView, { pageViewId: 'p-1' }, headers),
    await visitor.call(reportSensorData, { ...SENSOR, event: 'objected' }, headers),
    await visitor.call(reportTrace, { orderId: null, data: 'x' }, headers),
  ];
  return answers.map(({ refusal }) => refusal);
}

async function readStoredKinds(): Promise<string[]> {
  await shop.app.telemetry.flush();
  const rows = await shop.db<{ kind: string }[]>`select kind from telemetry_records order by kind`;
  await shop.db`delete from telemetry_records`;
  return rows.map(({ kind }) => kind);
}

it('[P 11.1] a visitor who objects to usage data gets the usual answers, and none of their reports is stored', async () => {
  expect(await tellAll(shop.visitor(), OBJECTS)).toEqual([null, null, null, null]);
  expect(await readStoredKinds()).toEqual([]);
  expect(await tellAll(shop.visitor(), {})).toEqual([null, null, null, null]);
  expect(await readStoredKinds()).toEqual(['event', 'page-view', 'sensor', 'trace']);
});

it('[P 11.1] an objection to usage data on a batch applies to all its parts, whatever the headers of a part say', async () => {
  const part = {
    requestId: 'r-1',
    method: 'POST',
    path: addEvent.path,
    params: { event_name: 'objected' },
    headers: { [NO_USAGE_HEADER]: '0' },
  } as const;
  const batch = { parts: [part], headers: {}, isParallel: false, timeoutMs: 5_000 };
  await shop.visitor().call(runBatch, batch, OBJECTS);
  expect(await readStoredKinds()).toEqual([]);
  await shop.visitor().call(runBatch, { ...batch, headers: OBJECTS, parts: [{ ...part, headers: {} }] });
  expect(await readStoredKinds()).toEqual([]);
  await shop.visitor().call(runBatch, batch);
  expect(await readStoredKinds()).toEqual(['event']);
});
