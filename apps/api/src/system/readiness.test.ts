import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../platform/logger.ts';
import { connectPostgres, type Db } from '../platform/postgres.ts';
import { connectRedis, type Redis } from '../platform/redis.ts';
import { knownMigrations } from '../platform/migrate-database.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { readReadiness, type ReadinessDeps } from './readiness.ts';
import { writeProbe } from './system.store.ts';

const READY = {
  postgres: 'ready',
  redis: 'ready',
  engine: 'ready',
  flows: 'ready',
  schema: 'fits',
  clock: 'ready',
};
const NOWHERE = 'http://127.0.0.1:1';

let shop: Shop;
let awayRedis: Redis;
let awayDb: Db;
beforeAll(async () => {
  shop = await openShop();
  awayRedis = connectRedis('redis://127.0.0.1:1', createLogger('silent'));
  awayDb = connectPostgres({ url: 'postgres://postgres@127.0.0.1:1/none', connectionsMax: 1 });
});
afterAll(async () => {
  awayRedis.disconnect();
  await awayDb.end({ timeout: 0 });
  await shop.close();
});

async function readEndpoint(path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${shop.apiUrl}${path}`);
  return { status: response.status, body: await response.json() };
}

const read = (changed: Partial<ReadinessDeps>) =>
  readReadiness({
    db: shop.db,
    redis: awayRedis,
    engine: shop.env.restateIngress,
    orderObject: shop.env.orderObject,
    migrations: knownMigrations(),
    takesWrites: writeProbe(changed.db ?? shop.db, () => new Date()),
    isClockRight: async () => true,
    needsClock: true,
    isDraining: () => false,
    now: () => new Date(),
    ...changed,
  });

describe('health and readiness', () => {
  it('the health check answers "alive", and the readiness check lists the state of each service it depends on', async () => {
    expect(await readEndpoint('/healthz')).toEqual({ status: 200, body: { alive: true } });
    expect(await readEndpoint('/readyz')).toEqual({
      status: 200,
      body: { ready: true, draining: false, parts: READY },
    });
  });

  it('a process without Redis is ready', async () => {
    expect(await read({})).toMatchObject({ isReady: true, parts: { redis: 'away', flows: 'ready' } });
  });

  it('a process without its database is not ready', async () => {
    expect(await read({ db: awayDb })).toMatchObject({
      isReady: false,
      parts: { postgres: 'away', schema: 'unknown' },
    });
  });

  it('a process on a read-only database is not ready', async () => {
    const url = new URL(shop.env.databaseUrl);
    url.searchParams.set('default_transaction_read_only', 'on');
    const readOnly = connectPostgres({ url: url.href, connectionsMax: 1 });
    expect(await read({ db: readOnly })).toMatchObject({
      isReady: false,
      parts: { postgres: 'read-only', schema: 'fits' },
    });
    let left = 0;
    await expect(
      writeProbe(
        readOnly,
        () => new Date(),
        () => {
          left += 1;
        },
      )(),
    ).rejects.toThrow('read-only transaction');
    expect(left).toBe(1);
    await readOnly.end({ timeout: 1 });
  });

  it('the readiness check writes to the database at most once in five seconds', async () => {
    let ms = Date.now();
    const probe = writeProbe(shop.db, () => new Date(ms));
    const probedAt = async () =>
      (await shop.db<{ at: Date }[]>`select probed_at as at from write_probe`)[0]?.at;
    await probe();
    const first = await probedAt();
    ms += 4_000;
    await probe();
    expect(await probedAt()).toEqual(first);
    ms += 2_000;
    expect(await probe()).toBe(true);
    expect(await probedAt()).toEqual(new Date(ms));
  });

  it('a process is not ready while the engine does not answer or no worker runs flows', async () => {
    expect(await read({ engine: { url: NOWHERE, token: null } })).toMatchObject({
      isReady: false,
      parts: { engine: 'away', flows: 'away' },
    });
    expect(await read({ orderObject: 'order-of-nobody' })).toMatchObject({
      isReady: false,
      parts: { engine: 'ready', flows: 'away' },
    });
  });

  it('a process is not ready with older or newer tables, unless older code runs on the newer ones', async () => {
    const known = knownMigrations();
    expect(await read({ migrations: [...known, '9999_next.sql'] })).toMatchObject({
      isReady: false,
      parts: { schema: 'older' },
    });
    await shop.db`update schema_migrations set older_code_runs = false`;
    expect(await read({ migrations: known.slice(0, -1) })).toMatchObject({
      isReady: false,
      parts: { schema: 'newer' },
    });
    await shop.db`update schema_migrations set older_code_runs = true`;
    expect(await read({ migrations: known.slice(0, -1) })).toMatchObject({
      isReady: true,
      parts: { schema: 'fits' },
    });
  });

  it('a database without a table of migrations is reported as having an older schema than the program', async () => {
    await shop.db
      .begin(async (tx) => {
        await tx`alter table schema_migrations rename to put_away`;
        const { parts } = await read({ db: tx as unknown as Db });
        expect(parts.schema).toBe('older');
        throw new Error('back');
      })
      .catch((error: Error) => expect(error.message).toBe('back'));
  });

  it('a process that is shutting down is not ready, closes the connection, and still answers that it is alive', async () => {
    shop.app.draining.begin();
    const response = await fetch(`${shop.apiUrl}/readyz`);
    expect(response.status).toBe(503);
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.json()).toMatchObject({ ready: false, draining: true, parts: READY });
    expect((await fetch(`${shop.apiUrl}/healthz`)).status).toBe(200);
  });
});
