import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import { connectRedis, type Redis } from '../platform/redis.ts';
import { knownMigrations } from '../platform/migrate-database.ts';
import { readReadiness, type ReadinessDeps } from '../system/readiness.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { openAlerts } from './alert.store.ts';
import { watchReadiness } from './watch-readiness.ts';

let shop: Shop;
let redis: Redis;
beforeAll(async () => {
  shop = await openShop();
  redis = connectRedis('redis://127.0.0.1:1', createLogger('silent'));
});
afterAll(async () => {
  redis.disconnect();
  await shop.close();
});
beforeEach(async () => void (await shop.db`delete from alerts`));

/** Watches the real database and engine. `world.changed` replaces parts of them until the test changes it again. */
function watch(build = 'this') {
  const world: { changed: Partial<ReadinessDeps>; readinessCalls: number } = {
    changed: {},
    readinessCalls: 0,
  };
  const metrics = createMetrics();
  const { look } = watchReadiness(metrics, {
    db: shop.db,
    now: () => new Date(),
    newId: randomUUID,
    logger: createLogger('silent'),
    build,
    readiness() {
      world.readinessCalls += 1;
      return readReadiness({
        db: shop.db,
        redis,
        engine: shop.env.restateIngress,
        orderObject: shop.env.orderObject,
        migrations: knownMigrations(),
        takesWrites: async () => true,
        isClockRight: async () => true,
        needsClock: true,
        isDraining: () => false,
        now: () => new Date(),
        ...world.changed,
      });
    },
  });
  const gauges = async (): Promise<Record<string, number>> => {
    const text = await metrics.text();
    const read = (name: string): number => Number(new RegExp(`^jawhara_${name} (.+)$`, 'm').exec(text)?.[1]);
    return {
      ready: read('ready'),
      draining: read('draining'),
      tables: read('tables_fit'),
      carried: read('carried_on'),
    };
  };
  return { world, look, gauges };
}

const readAlerts = async (): Promise<unknown> =>
  (await openAlerts(shop.db, 10)).map(({ kind, subject, urgency }) => [kind, subject, urgency]);

const NEXT = [...knownMigrations(), '9999_next.sql'];

it('a shop where everything works has healthy readiness metrics and raises no alert', async () => {
  const { world, look, gauges } = watch();
  await look();
  await look();
  world.readinessCalls = 0;
  expect(await gauges()).toEqual({ ready: 1, draining: 0, tables: 1, carried: 1 });
  expect(world.readinessCalls).toBe(1); // one look for all four gauges
  expect(await readAlerts()).toEqual([]);
});

it('without a worker for its orders a shop’s metric shows it at once; the second check raises an alert, which closes by itself', async () => {
  const { world, look, gauges } = watch();
  world.changed = { orderObject: 'order-of-nobody' };
  expect(await gauges()).toMatchObject({ ready: 0, carried: 0, tables: 1 });
  await look();
  expect(await readAlerts()).toEqual([]); // it may be a worker that restarts
  await look();
  await look();
  expect(await readAlerts()).toEqual([['nobody-carries-on', 'flow:all', 'now']]);
  world.changed = {};
  await look();
  expect(await readAlerts()).toEqual([]);
});

it('tables that do not fit a build raise an alert, which closes only when a process of the same build finds that they fit', async () => {
  const [old, other] = [watch('old'), watch('other')];
  old.world.changed = { migrations: NEXT };
  expect(await old.gauges()).toMatchObject({ ready: 0, tables: 0, carried: 1 });
  for (const { look } of [old, old, other]) await look();
  expect(await readAlerts()).toEqual([['tables-do-not-fit', 'build:old', 'now']]);
  old.world.changed = {};
  await old.look();
  expect(await readAlerts()).toEqual([]);
});

it('a process that is shutting down shows it in its metric and raises no alert', async () => {
  const { world, look, gauges } = watch();
  world.changed = { isDraining: () => true, migrations: NEXT, orderObject: 'order-of-nobody' };
  expect(await gauges()).toMatchObject({ ready: 0, draining: 1 });
  for (let looked = 0; looked < 3; looked += 1) await look();
  expect(await readAlerts()).toEqual([]);
});
