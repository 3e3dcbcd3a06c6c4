import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectPostgres, inTransaction, type Db } from './postgres.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

const CONNECTIONS = 4;
/** The sockets of a proxy before the server, so that a test can cut them as when the server is killed. */
const carried = new Set<Socket>();
let proxy: Server;
let db: Db;

beforeAll(async () => {
  const { hostname, port, pathname, username } = new URL(inject('databaseAdminUrl'));
  proxy = createServer((client) => {
    const server = createConnection({ host: hostname, port: Number(port) });
    carried.add(client);
    client.on('close', () => carried.delete(client)).on('error', () => {});
    server.on('error', () => client.destroy());
    client.pipe(server);
    server.pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port: proxyPort } = proxy.address() as AddressInfo;
  db = connectPostgres({
    url: `postgres://${username}@127.0.0.1:${proxyPort}${pathname}`,
    connectionsMax: CONNECTIONS,
  });
});

afterAll(async () => {
  await db.end({ timeout: 1 });
  proxy.close();
});

function vanish(how: 'politely' | 'abruptly'): void {
  for (const client of carried) {
    if (how === 'politely') client.end();
    else client.resetAndDestroy();
  }
}

describe('a transaction', () => {
  it('a transaction returns what its work returns', async () => {
    const answer = await inTransaction(
      db,
      async (tx) => (await tx<{ one: number }[]>`select 1 as one`)[0]?.one,
    );
    expect(answer).toBe(1);
  });

  it('a failed transaction is rolled back, and its connection can be used again', async () => {
    for (let round = 0; round < 6; round += 1) {
      const failing = inTransaction(db, async (tx) => {
        await tx`create temporary table half_done (id int)`;
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
    }
    const refused = inTransaction(db, (tx) => tx`select * from half_done`);
    await expect(refused).rejects.toThrow('does not exist');
    expect(await db`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it.each(['ENOENT', 'EACCES', 'EINVAL', 'ERR_INVALID_ARG_TYPE', 'ECONNREFUSED', 'ECONNRESET'])(
    'a transaction whose own code throws %s fails, and the connection is not lost',
    async (code) => {
      const failing = inTransaction(db, async (tx) => {
        await tx`select 1`;
        throw Object.assign(new Error(`${code}: not of the database`), { code });
      });
      await expect(failing).rejects.toThrow('not of the database');
      expect(await db`select 1 as one`).toEqual([{ one: 1 }]);
    },
  );

  it.each(['politely', 'abruptly'] as const)(
    'open transactions fail when the database server disconnects %s, and the pool reconnects',
    async (how) => {
      for (let round = 0; round < 3; round += 1) {
        await Promise.all(Array.from({ length: CONNECTIONS }, () => untilServed()));
        let sleeping = 0;
        const lost = Array.from({ length: CONNECTIONS }, () =>
          inTransaction(db, async (tx) => {
            await tx`select 1`;
            sleeping += 1;
            await tx`select pg_sleep(5)`;
          }).then(
            () => 'done',
            () => 'failed',
          ),
        );
        await expect.poll(() => sleeping).toBe(CONNECTIONS);
        vanish(how);
        expect(new Set(await Promise.all(lost))).toEqual(new Set(['failed']));
      }
      await untilServed();
      const together = await Promise.all(
        Array.from({ length: 12 }, () => inTransaction(db, (tx) => tx`select 1`)),
      );
      expect(together).toHaveLength(12);
    },
  );
});

async function untilServed(): Promise<void> {
  const ask = async (): Promise<boolean> => {
    try {
      await inTransaction(db, (tx) => tx`select pg_sleep(0.05)`);
      return true;
    } catch {
      return false;
    }
  };
  await expect.poll(ask, { timeout: PATIENCE_MS }).toBe(true);
}
