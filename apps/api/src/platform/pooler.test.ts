import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { processPart, type Part } from '../../../../tools/stack/part.ts';
import { freePorts } from '../../../../tools/stack/ports.ts';
import { postgresHome, postgresUser } from '../../../../tools/stack/private-postgres.ts';
import { STATE_DIR } from '../../../../tools/stack/repository.ts';
import { becomes, placed } from '../test/card-payer.ts';
import { openShop } from '../test/shop.ts';
import { openDatabase, type TestDatabase } from '../test/test-database.ts';
import {
  connectPostgres,
  inTransaction,
  requireLimitsOfRole,
  requireProgramRole,
  type Db,
} from './postgres.ts';

const DEPLOY = new URL('../../../../deploy/pooler/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, DEPLOY), 'utf8');
const LIMITS = { applicationName: 'pooled', statementMs: 1, lockMs: 1, idleInTransactionMs: 1 };
const PROCESSES = 10;
const POOL_MAX = 20;
const CONNECTIONS_MAX = 60;
const PLAYED_MS = 4_000;

const login = `jawhara_shop_${randomBytes(4).toString('hex')}`;
let admin: Db;
let database: TestDatabase;
let pooler: Part;
let port = 0;

/** The address of a database behind the pooler, with the login of the shop. */
const pooled = (databaseUrl: string): string => {
  const url = new URL(databaseUrl);
  return `postgres://${login}@127.0.0.1:${port}${url.pathname}`;
};
const connect = (url: string): Db =>
  connectPostgres({ url: pooled(url), limits: LIMITS, connectionsMax: POOL_MAX, isPooled: true });

/** deploy/pooler/pgbouncer.ini with this machine's port and folder, every database, and no passwords. */
function writeSettings(folder: string, server: URL): string {
  const userlist = join(folder, 'userlist.txt');
  writeFileSync(userlist, `"${login}" ""\n`);
  const settings = {
    listen_port: String(port),
    auth_type: 'trust',
    auth_file: userlist,
  };
  const text = read('pgbouncer.ini').replace(
    /^jawhara = .*$/m,
    `* = host=${server.hostname} port=${server.port}`,
  );
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    Object.entries(settings).reduce(
      (ini, [name, value]) => ini.replace(new RegExp(`^${name} = .*$`, 'm'), `${name} = ${value}`),
      text,
    ),
  );
  return file;
}

beforeAll(async () => {
  const adminUrl = inject('databaseAdminUrl');
  admin = connectPostgres({ url: adminUrl, connectionsMax: 2 });
  database = await openDatabase();
  await admin.unsafe(`create role ${login} login in role jawhara_app`);
  await admin.unsafe(read('roles.sql').replaceAll(':"login"', login)).simple();
  [port = 0] = await freePorts(1);
  const folder = postgresHome(join(STATE_DIR, `pooler-${port}`));
  mkdirSync(folder, { recursive: true });
  const file = writeSettings(folder, new URL(adminUrl));
  const user = postgresUser();
  pooler = processPart({
    name: 'pgbouncer',
    command: '/usr/sbin/pgbouncer',
    args: [file],
    cwd: folder,
    env: {},
    logFile: join(folder, 'pgbouncer.log'),
    isReady: async () => {
      const db = connect(database.url);
      try {
        return (await db`select 1`).length === 1;
      } catch {
        return false;
      } finally {
        await db.end({ timeout: 1 });
      }
    },
    ...(user && { user }),
  });
  await pooler.start();
  await pooler.ready();
});
afterAll(async () => {
  await pooler.stop();
  await database.close();
  await admin.unsafe(`drop role ${login}`);
  await admin.end({ timeout: 2 });
});

/** Milliseconds of CPU that the pooler has used. */
function cpuMs(): number {
  const fields = readFileSync(`/proc/${pooler.pid()}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The database work of one step of an order: a lock until the transaction ends, a read and a write. */
const step = (db: Db, n: number): Promise<unknown> =>
  inTransaction(db, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`pooled:${n}`}, 0))`;
    await tx`select id, nickname from accounts where id = ${1001 + (n % 5)}`;
    await tx`select recharge_id, gems from gem_packs where recharge_id = ${'gems-1060'}`;
    await tx`update write_probe set probed_at = now() where id = 2`;
  });

describe('behind a pooler in transaction mode', () => {
  it(`behind the pooler ${PROCESSES} processes of ${POOL_MAX} connections use under ${CONNECTIONS_MAX} in PostgreSQL`, async () => {
    const processes = Array.from({ length: PROCESSES }, () => connect(database.url));
    const until = performance.now() + PLAYED_MS;
    const before = cpuMs();
    let steps = 0;
    let most = 0;
    const watch = async () => {
      for (; performance.now() < until; await setTimeout(100)) {
        const [row] = await admin<{ count: number }[]>`
          select count(*)::int as count from pg_stat_activity where usename = ${login}`;
        most = Math.max(most, row?.count ?? 0);
      }
    };
    const payer = async (db: Db, n: number) => {
      for (; performance.now() < until; steps += 1) await step(db, n);
    };
    await Promise.all([
      watch(),
      ...processes.flatMap((db, of) =>
        Array.from({ length: POOL_MAX }, (_, n) => payer(db, of * POOL_MAX + n)),
      ),
    ]);
    const msEach = (cpuMs() - before) / steps;
    process.stdout.write(
      `pooler: ${steps} transactions of ${PROCESSES * POOL_MAX} clients over ${most} connections, ${msEach.toFixed(3)} ms of CPU each\n`,
    );
    await Promise.all(processes.map((db) => db.end({ timeout: 2 })));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThan(CONNECTIONS_MAX);
    expect(steps).toBeGreaterThan(100);
    // It takes about 0.1 ms on a quiet machine: one core serves ten thousand transactions a second.
    expect(msEach).toBeLessThan(2);
  });

  it('connections behind the pooler have the time limits of their role; the program does not start if the role has none', async () => {
    const db = connect(database.url);
    const [row] = await db`
      select current_user as role, current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`;
    expect(row).toEqual({ role: 'jawhara_app', statement: '15s', lock: '5s', idle: '15s' });
    await requireProgramRole(db);
    await requireLimitsOfRole(db);
    await db.end({ timeout: 1 });
    await expect(requireLimitsOfRole(database.db)).rejects.toThrow('deploy/pooler/roles.sql');
  });

  it('a gem pack is bought and delivered over the pooler', async () => {
    const shop = await openShop({ pooler: async (url) => pooled(url) });
    try {
      const { orderId } = placed(await shop.visitor().buy('approve', { recipientId: 1001 }));
      await becomes(shop, orderId, 'delivered');
      const rows =
        await admin`select from pg_stat_activity where usename = ${login} and datname = ${new URL(shop.env.databaseUrl).pathname.slice(1)}`;
      expect(rows.length).toBeGreaterThan(0);
    } finally {
      await shop.close();
    }
  });
});
