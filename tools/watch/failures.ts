import { execFileSync } from 'node:child_process';
import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROVIDER_NUMBERS } from '@jawhara/domain';
import postgres, { type Sql } from 'postgres';
import { controlsOf } from '../../chaos/every-provider.ts';
import { postgresHome, postgresUser } from '../stack/private-postgres.ts';
import type { Stack } from '../stack/start-stack.ts';

/**
 * A failure, and the alert rules of which one must fire. `begin` returns a function that ends it, or null if it cannot be played.
 */
interface Failure {
  readonly name: string;
  readonly fires: readonly string[];
  /** The time within which a rule must fire; by default a minute. */
  readonly withinMs?: number;
  begin(stack: Stack): Promise<(() => Promise<void>) | null>;
}

const connect = (stack: Stack): Sql =>
  postgres(stack.urls.database, { max: 1, connect_timeout: 15, onnotice: () => {} });

async function setReadOnly(stack: Stack, isReadOnly: boolean): Promise<void> {
  const sql = connect(stack);
  await sql.unsafe(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  await sql`select pg_reload_conf()`;
  await sql.end();
}

/** A failure in which a part of the shop is stopped, and started again at the end. */
const dead = (part: 'postgres' | 'restate' | 'api' | 'redis') => async (stack: Stack) => {
  await stack.part(part).kill();
  return async () => {
    await stack.part(part).start();
    await stack.part(part).ready();
  };
};

const FULL_MB = 64;

/** Moves the orders' events to a small disk, and fills the rest of that disk with useless rows. */
async function fillDisk(stack: Stack): Promise<(() => Promise<void>) | null> {
  const disk = join(postgresHome(join(stack.dir, 'postgres')), 'small-disk');
  const user = postgresUser();
  mkdirSync(disk, { recursive: true });
  const owner = user === undefined ? '' : `,uid=${user.uid},gid=${user.gid},mode=0700`;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${FULL_MB}m${owner}`, 'none', disk], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  const sql = connect(stack);
  await sql.unsafe(`create tablespace small location '${disk}'`);
  await sql`create table filling (text text) tablespace small`;
  await sql`alter table order_events set tablespace small`.catch(() => {});
  // Ever smaller inserts, until nothing fits any more.
  for (let rows = 4_096; rows >= 1; rows = Math.floor(rows / 2))
    for (let isFull = false; !isFull;)
      isFull = await sql`insert into filling select repeat('x', 1000) from generate_series(1, ${rows})`.then(
        () => false,
        () => true,
      );
  return async () => {
    await sql`drop table filling`;
    await sql`alter table order_events set tablespace pg_default`;
    await sql`drop tablespace small`;
    await sql.end();
    execFileSync('umount', [disk]);
    rmdirSync(disk);
  };
}

/** Locks the table of orders, as a long `vacuum full` or a forgotten migration would. */
async function lockOrders(stack: Stack): Promise<() => Promise<void>> {
  const sql = connect(stack);
  const connection = await sql.reserve();
  await connection`begin`;
  await connection`lock table orders in access exclusive mode`;
  return async () => {
    await connection`rollback`;
    connection.release();
    await sql.end();
  };
}

const FORGED_WEBHOOKS = 8;

async function forgeWebhooks(stack: Stack): Promise<() => Promise<void>> {
  const send = async (number: number): Promise<void> => {
    const answer = await fetch(`${stack.urls.api}/webhooks/checkout-com/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cko-signature': 'f'.repeat(64) },
      body: JSON.stringify({ id: `evt_${number}`, type: 'payment_approved', data: {} }),
    });
    await answer.body?.cancel();
  };
  const sending = (async () => {
    // Spread over several reads of the counter by Prometheus, because an increase is the difference between two reads.
    for (let number = 0; number < FORGED_WEBHOOKS; number += 1) {
      await send(number);
      await sleep(4_000);
    }
  })();
  return () => sending;
}

/** Every second call to a provider fails, payments and look-ups alike. */
async function failProviders(stack: Stack): Promise<() => Promise<void>> {
  const set = async (failRate: number): Promise<void> => {
    for (const provider of PROVIDER_NUMBERS)
      await fetch(`${stack.urls.sandbox}${controlsOf(provider)}/api`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ failRate }),
      });
  };
  await set(0.5);
  return () => set(0);
}

/**
 * The failures in the order in which they are played. The last one leaves its rule firing for minutes: no other must wait for it.
 */
export const FAILURES: readonly Failure[] = [
  {
    name: 'the database is read-only',
    fires: ['DatabaseTakesNoWrites'],
    async begin(stack) {
      await setReadOnly(stack, true);
      return () => setReadOnly(stack, false);
    },
  },
  { name: 'the orders are locked', fires: ['FaultsAnswered', 'DatabaseTakesNoWrites'], begin: lockOrders },
  { name: 'the disk is full', fires: ['FaultsAnswered', 'DatabaseTakesNoWrites'], begin: fillDisk },
  { name: 'the database is dead', fires: ['DatabaseTakesNoWrites'], begin: dead('postgres') },
  { name: 'the engine is dead', fires: ['NobodyCarriesOn'], begin: dead('restate') },
  { name: 'the shop is dead', fires: ['ShopDown'], begin: dead('api') },
  { name: 'webhooks are forged', fires: ['WebhooksRefused'], begin: forgeWebhooks },
  { name: 'Redis is away', fires: ['RedisAway'], withinMs: 120_000, begin: dead('redis') },
  { name: 'a provider fails', fires: ['ProviderFails'], withinMs: 240_000, begin: failProviders },
];
