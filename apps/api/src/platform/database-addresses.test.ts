import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';
import { databaseAddresses } from './database-addresses.ts';
import { connectPostgres, inTransaction, type Db } from './postgres.ts';

const { hostname, port, pathname, username } = new URL(inject('databaseAdminUrl'));
const NOWHERE = '127.0.0.1:1';

interface Relay {
  readonly server: Server;
  readonly open: Set<Socket>;
  readonly address: () => string;
}

/** A second address of the same server, which counts the connections to it. */
function relay(): Relay {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = createConnection({ host: hostname, port: Number(port) });
    open.add(client);
    client.on('close', () => open.delete(client)).on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  return { server, open, address: () => `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const [first, second] = [relay(), relay()];
beforeAll(async () => {
  for (const { server } of [first, second])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const { server, open } of [first, second]) {
    for (const socket of open) socket.destroy();
    server.close();
  }
});

async function using(
  addresses: readonly [string, ...string[]],
  work: (db: Db, leave: () => void) => Promise<void>,
) {
  const [address, ...standbys] = addresses;
  const url = `postgres://${username}@${address}${pathname}`;
  const route = databaseAddresses(url, standbys);
  const db = connectPostgres({ url, addresses: route, connectionsMax: 3 });
  try {
    await work(db, route.leave);
  } finally {
    await db.end({ timeout: 1 });
  }
}

const one = async (db: Db): Promise<unknown> => (await db`select 1 as one`)[0]?.['one'];

describe('the addresses of a database', () => {
  it('if a database address cannot be reached, the next connection goes to the next address', async () => {
    await using([NOWHERE, NOWHERE, first.address()], async (db) => {
      await vi.waitFor(async () => expect(await one(db)).toBe(1), PATIENCE_MS);
      expect(first.open.size).toBeGreaterThan(0);
    });
  });

  it('when a database server becomes read-only, all connections to it close and new ones go to the next address', async () => {
    await using([first.address(), second.address()], async (db, leave) => {
      await Promise.all([one(db), one(db), one(db)]);
      expect(second.open.size).toBe(0);
      leave();
      await vi.waitFor(async () => expect(await one(db)).toBe(1), PATIENCE_MS);
      await vi.waitFor(() => expect(first.open.size).toBe(0), PATIENCE_MS);
      expect(second.open.size).toBeGreaterThan(0);
    });
  });

  it('a transaction that the server refuses as read-only moves all connections to the next address', async () => {
    await using([first.address(), second.address()], async (db) => {
      await Promise.all([one(db), one(db), one(db)]);
      const refused = inTransaction(db, async (tx) => {
        await tx`set transaction read only`;
        await tx`create table of_a_standby (id int)`;
      });
      await expect(refused).rejects.toMatchObject({ code: '25006' });
      await vi.waitFor(() => expect(first.open.size).toBe(0), PATIENCE_MS);
      await vi.waitFor(async () => expect(await one(db)).toBe(1), PATIENCE_MS);
      expect(second.open.size).toBeGreaterThan(0);
    });
  });

  it('the program changes the database address at most once a second', async () => {
    await using([first.address(), second.address()], async (db, leave) => {
      await one(db);
      leave();
      leave();
      leave();
      await one(db).catch(() => {});
      await vi.waitFor(async () => expect(await one(db)).toBe(1), PATIENCE_MS);
      expect(second.open.size).toBeGreaterThan(0);
      await vi.waitFor(() => expect(second.open.size).toBe(0), PATIENCE_MS);
      await vi.waitFor(async () => expect(await one(db)).toBe(1), PATIENCE_MS);
      expect(first.open.size).toBeGreaterThan(0);
    });
  });

  it('a database address may be the folder of a Unix socket', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'jawhara-socket-'));
    const { server, open } = relay();
    await new Promise<void>((resolve) => server.listen(join(dir, '.s.PGSQL.5432'), resolve));
    await using([encodeURIComponent(dir)], async (db) => {
      expect(await one(db)).toBe(1);
      expect(open.size).toBe(1);
    });
    server.close();
    rmSync(dir, { recursive: true });
  });
});
