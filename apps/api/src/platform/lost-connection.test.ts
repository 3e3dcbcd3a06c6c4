import { createConnection, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, inject, it } from 'vitest';
import { connectPostgres, inTransaction, type Db } from './postgres.ts';

const url = inject('databaseAdminUrl');
const opened: Db[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.end({ timeout: 1 })));
});

/** A pool of one connection. `cut` ends its socket as a lost server does, before anything else happens in this process. */
function fragilePool(): { readonly db: Db; readonly cut: () => void } {
  const { hostname, port } = new URL(url);
  let last: Socket | undefined;
  const connect = (): Socket => (last = createConnection({ host: hostname, port: Number(port) }));
  const db = connectPostgres({ url, addresses: { connect, leave() {} }, connectionsMax: 1 });
  opened.push(db);
  return { db, cut: () => last?.destroy() };
}

it('a connection that is lost while a statement waits to be sent is opened again', async () => {
  const { db, cut } = fragilePool();
  for (let round = 0; round < 3; round += 1) {
    expect(await db`select 1 as one`).toEqual([{ one: 1 }]);
    // The driver collects statements until the event loop's turn ends. This one begins when the socket has ended, but before it is closed.
    const waiting = new Promise<string>((resolve) => {
      setImmediate(() => {
        void db`select 2`.then(
          () => resolve('answered'),
          () => resolve('lost'),
        );
      });
    });
    cut();
    expect(await waiting).toBe('lost');
  }
  expect(await db`select 3 as three`).toEqual([{ three: 3 }]);
});

it('a statement of a transaction whose connection was lost never runs inside another transaction', async () => {
  const { db, cut } = fragilePool();
  let goOn = (): void => {};
  const isTime = new Promise<void>((resolve) => (goOn = resolve));
  const lost = inTransaction(db, async (tx) => {
    await tx`select 1`;
    cut();
    await isTime;
    await tx`insert into ghosts values (1)`;
  }).then(
    () => 'committed',
    () => 'failed',
  );
  await setTimeout(20);
  const ghosts = await inTransaction(db, async (tx) => {
    await tx`create temporary table ghosts (id int)`;
    goOn();
    await setTimeout(50);
    return tx`select id from ghosts`;
  });
  expect(ghosts).toHaveLength(0);
  expect(await lost).toBe('failed');
});
