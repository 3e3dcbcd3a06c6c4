import { addEvent } from '@jawhara/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, requestsTo, LOST, network } from '../../api/test/network.ts';
import { storedUsageObjection } from '../../browser/storage/device.ts';
import { visitFacts } from '../../browser/link.ts';
import { OFFLINE_VISITS } from '../../service-worker/answer-for.ts';
import { tellOfflineVisits } from './register-service-worker.ts';

/** Visits recorded by the worker, as the browser's cache holds them. */
let noted: string[] = [];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  noted = [];
  const cache = {
    keys: async () => noted.map((url) => ({ url })),
    delete: async (gone: string) => void (noted = noted.filter((url) => url !== gone)),
  };
  vi.stubGlobal('caches', { has: async (name: string) => name === OFFLINE_VISITS, open: async () => cache });
});

const visitAt = (ms: number) => `https://pay.example/offline-visit/${ms}`;

it('[UPD-02] [APP-21] visits without a network are reported once when the network is back', async () => {
  noted = [visitAt(1_700_000_000_123), visitAt(1_700_000_100_000)];
  visitFacts({ search: '?act_from=ad&uuid=dev-9', hash: '' });
  network.use(answer(addEvent, {}));
  await tellOfflineVisits();
  await tellOfflineVisits();
  expect(requestsTo(addEvent)).toMatchObject([
    { event_name: 'offline-visit', version: __SITE_VERSION__, int_param1: 1_700_000_000, uuid: 'dev-9' },
    { event_name: 'offline-visit', int_param1: 1_700_000_100 },
  ]);
  // Like every event of a page, it names the account, the address and the link.
  const [about] = requestsTo(addEvent).map(({ str_param1: first }) => JSON.parse(first as string) as object);
  expect(about).toMatchObject({ op: 'offline-visit', proj: 'official website', act_from: 'ad' });
  expect(noted).toEqual([]);
});

it('a visit without a network stays stored when its report is lost', async () => {
  noted = [visitAt(1_700_000_000_000)];
  network.use(answer(addEvent, LOST));
  await tellOfflineVisits();
  expect(noted).toHaveLength(1);
});

it('visits of a visitor who objects to usage records are deleted and not reported', async () => {
  noted = [visitAt(1_700_000_000_000)];
  storedUsageObjection.write(true);
  await tellOfflineVisits();
  expect(requestsTo(addEvent)).toEqual([]);
  expect(noted).toEqual([]);
});
