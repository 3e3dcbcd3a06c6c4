import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { createCoinPay, readServerTime } from '@jawhara/contract';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { DEVELOPMENT_SIGNING_KEYS } from '../../../../tools/stack/development-device.ts';
import { createSandbox } from '../../../sandbox/src/server.ts';
import { asProgram } from '../../../../tools/stack/postgres-login.ts';
import { createDatabase, databaseUrl, dropDatabase } from '../../../../tools/stack/postgres.ts';
import { freePorts } from '../../../../tools/stack/ports.ts';
import { migrateDatabase } from '../platform/migrate-database.ts';
import { connectPostgres } from '../platform/postgres.ts';
import { seedDatabase } from './seed-database.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

const SLOW_PROVIDER_MS = 1_500;
const NOTICE_MS = 2_000;
const STOPPED_WITHIN_MS = 20_000;
const KEYS = {
  secretKey: 'sk_sbox_jawharashutdownsecret0001',
  publicKey: 'pk_sbox_jawharashutdownpublic0001',
  webhookKey: 'jawhara-shutdown-webhook-key',
};

let sandbox: Awaited<ReturnType<typeof createSandbox>>;
let child: ChildProcess;
let apiUrl: string;
const name = `jawhara_stop_${randomBytes(6).toString('hex')}`;

async function control(path: string, body: object): Promise<Response> {
  return fetch(`${sandbox.url}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

beforeAll(async () => {
  const url = await createDatabase(inject('databaseAdminUrl'), name);
  const db = connectPostgres({ url });
  await migrateDatabase(db);
  await seedDatabase(db);
  await db`select make_telemetry_day(current_date - 100)`;
  await db.end();
  const [apiPort = 0, flowPort = 0] = await freePorts(2);
  apiUrl = `http://127.0.0.1:${apiPort}`;
  sandbox = await createSandbox({
    port: 0,
    providers: { 'checkout-com': { ...KEYS, webhookUrl: `${apiUrl}/webhooks/checkout-com/` } },
  });
  child = spawn(process.execPath, [new URL('./main.ts', import.meta.url).pathname], {
    stdio: 'ignore',
    env: {
      API_PORT: String(apiPort),
      FLOW_PORT: String(flowPort),
      DATABASE_URL: asProgram(url),
      REDIS_URL: inject('redisUrl'),
      RESTATE_INGRESS_URL: inject('restateIngressUrl'),
      RESTATE_ADMIN_URL: inject('restateAdminUrl'),
      SITE_URL: 'http://127.0.0.1:4200',
      ...DEVELOPMENT_SIGNING_KEYS,
      CHECKOUT_COM_API_URL: sandbox.url,
      CHECKOUT_COM_SECRET_KEY: KEYS.secretKey,
      CHECKOUT_COM_PUBLIC_KEY: KEYS.publicKey,
      CHECKOUT_COM_PROCESSING_CHANNEL_ID: 'pc_jawharashutdown',
      CHECKOUT_COM_WEBHOOK_KEY: KEYS.webhookKey,
      CHECKOUT_COM_FIELDS_URL: `${sandbox.url}/checkout-web-components/index.js`,
      CHECKOUT_COM_ENVIRONMENT: 'sandbox',
      GUARD_FACTOR: '1000',
      STOP_NOTICE_MS: String(NOTICE_MS),
    },
  });
  await vi.waitFor(async () => expect((await fetch(`${apiUrl}/readyz`)).ok).toBe(true), {
    timeout: PATIENCE_MS,
    interval: 100,
  });
});

afterAll(async () => {
  if (child.exitCode === null) child.kill('SIGKILL');
  await sandbox.close();
  await dropDatabase(inject('databaseAdminUrl'), name);
});

/** Requests a path over the agent's open connection, as a proxy does. */
function statusOver(agent: Agent, path: string): Promise<[number | undefined, string | undefined]> {
  return new Promise((resolve, reject) => {
    get(`${apiUrl}${path}`, { agent }, (response) => {
      response.resume();
      response.on('end', () => resolve([response.statusCode, response.headers.connection]));
    }).on('error', reject);
  });
}

it('telemetry older than its time is dropped soon after the server starts', async () => {
  const db = connectPostgres({ url: databaseUrl(inject('databaseAdminUrl'), name), connectionsMax: 1 });
  try {
    const old = () => db`
      select from pg_inherits where inhparent = 'telemetry_records'::regclass
        and inhrelid::regclass::text = 'telemetry_records_' || to_char(current_date - 100, 'YYYYMMDD')`;
    await vi.waitFor(async () => expect(await old()).toHaveLength(0), {
      timeout: PATIENCE_MS,
      interval: 100,
    });
  } finally {
    await db.end();
  }
});

it('a payment that is under way when the server is stopped is answered before the server exits', async () => {
  const { token } = (await (await control('tokens', { scenario: 'approve' })).json()) as { token: string };
  await control('api', { latencyMs: SLOW_PROVIDER_MS });
  const startedAtMs = performance.now();
  const answer = fetch(`${apiUrl}${createCoinPay.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': randomUUID() },
    body: JSON.stringify({
      recharge_id: 'gems-100',
      uid: 1001,
      pay_type: 23,
      platform_data: JSON.stringify({ token }),
    }),
  });
  await new Promise((resolve) => setTimeout(resolve, SLOW_PROVIDER_MS / 3));
  const exited = once(child, 'exit');
  const proxy = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await statusOver(proxy, '/readyz')).toEqual([200, 'keep-alive']);
  child.kill('SIGTERM');
  const stopping = performance.now();
  // Requests on a proxy's open connection are answered with "connection: close", so that the connection does not delay the stop.
  await vi.waitFor(async () => expect(await statusOver(proxy, '/readyz')).toEqual([503, 'close']), NOTICE_MS);
  expect(await statusOver(proxy, readServerTime.path)).toEqual([200, 'close']);
  const response = await answer;
  expect(performance.now() - startedAtMs).toBeGreaterThan(SLOW_PROVIDER_MS);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    result: 0,
    data: { platform_data: expect.stringContaining('paid') },
  });
  expect(await exited).toEqual([0, null]);
  proxy.destroy();
  expect(performance.now() - stopping).toBeLessThan(STOPPED_WITHIN_MS);
  await expect(fetch(`${apiUrl}/healthz`)).rejects.toThrow('fetch failed');
});
