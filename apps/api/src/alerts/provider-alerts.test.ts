import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../platform/logger.ts';
import type { Db } from '../platform/postgres.ts';
import { openDatabase, type TestDatabase } from '../test/test-database.ts';
import { openAlerts } from './alert.store.ts';
import { providerAlerts, REMEMBERED_MS, WELL_AFTER_MS, type ProviderAlerts } from './provider-alerts.ts';

let base: TestDatabase;
let clock = new Date('2026-11-15T10:00:00Z');
let alerts: ProviderAlerts;
const transactions = vi.fn<() => void>();
beforeAll(async () => {
  base = await openDatabase();
});
beforeEach(() => {
  transactions.mockClear();
  alerts = instance();
});
afterEach(() => base.db`delete from alerts`);
afterAll(() => base.close());

const wait = (ms: number): void => void (clock = new Date(clock.getTime() + ms));

/** Provider alerts of one process on the real database. The transactions that they begin are counted. */
function instance(db: Db = base.db): ProviderAlerts {
  const begin = ((work: Parameters<Db['begin']>[1]) => {
    transactions();
    return db.begin(work as never);
  }) as Db['begin'];
  const counted = new Proxy(db, {
    get: (target, name) => (name === 'begin' ? begin : (Reflect.get(target, name) as unknown)),
  });
  return providerAlerts({
    db: counted,
    now: () => clock,
    newId: randomUUID,
    logger: createLogger('silent'),
  });
}

it('a refused API key raises one alert at the first refusal, and further refusals cause no database transaction', async () => {
  for (let call = 0; call < 1_000; call += 1) alerts.refusing(13, '401');
  await alerts.settled();
  expect(transactions).toHaveBeenCalledTimes(1);
  expect(await openAlerts(base.db, 10)).toMatchObject([
    { kind: 'provider-refuses-us', subject: 'provider:13', detail: { provider: 13, outcome: '401' } },
  ]);
});

it('the alert about a refused key closes when the provider has answered for a minute without refusing it', async () => {
  alerts.refusing(13, '429');
  alerts.answering(13);
  await alerts.settled();
  expect(await openAlerts(base.db, 10)).toHaveLength(1);
  wait(WELL_AFTER_MS);
  alerts.refusing(17, '403');
  for (let call = 0; call < 1_000; call += 1) alerts.answering(13);
  await alerts.settled();
  expect((await openAlerts(base.db, 10)).map(({ subject }) => subject)).toEqual(['provider:17']);
  expect(transactions).toHaveBeenCalledTimes(3);
});

it('a process that starts later closes an open alert about a refused key, and checks the alert again each minute', async () => {
  alerts.refusing(13, '401');
  await alerts.settled();
  const other = instance();
  wait(WELL_AFTER_MS);
  other.answering(13);
  await other.settled();
  expect(await openAlerts(base.db, 10)).toEqual([]);
  // The key of the first process is still refused, so within a minute it raises the alert that the other process closed.
  alerts.refusing(13, '401');
  await alerts.settled();
  expect(await openAlerts(base.db, 10)).toHaveLength(1);
  transactions.mockClear();
  wait(REMEMBERED_MS - 1);
  other.answering(13);
  expect(transactions).not.toHaveBeenCalled();
  wait(1);
  other.answering(13);
  await other.settled();
  expect(transactions).toHaveBeenCalledTimes(1);
});

it('a key that is refused while the database is unavailable raises its alert when the database is available again', async () => {
  let isAway = true;
  const flaky = new Proxy(base.db, {
    get(target, name) {
      if (name === 'begin' && isAway) return () => Promise.reject(new Error('away'));
      return Reflect.get(target, name) as unknown;
    },
  });
  const shaky = instance(flaky);
  shaky.refusing(13, '401');
  await shaky.settled();
  expect(await openAlerts(base.db, 10)).toEqual([]);
  isAway = false;
  shaky.refusing(13, '401');
  await shaky.settled();
  expect(await openAlerts(base.db, 10)).toEqual([]); // a failed write is tried again after 5 s
  wait(5_000);
  shaky.refusing(13, '401');
  await shaky.settled();
  expect(await openAlerts(base.db, 10)).toHaveLength(1);
});
